// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dhgak {

struct Request {
    std::string path;
    std::map<std::string, std::string> headers;  // lower-case names

    std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? std::string() : found->second;
    }
};

struct Response {
    int status = 200;
    std::map<std::string, std::string> headers = {};
    std::string body = {};
    std::size_t cut_after = std::string::npos;  // bytes of the body, then the connection breaks
};

// An HTTP server on 127.0.0.1 that answers one request per connection, as `handler` says.
class LoopbackServer {
public:
    explicit LoopbackServer(std::function<Response(const Request&)> handler)
        : handler_(std::move(handler)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::listen(listener_, 16) != 0 ||
            ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
            throw std::runtime_error("cannot listen on loopback");
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { serve(); });
    }
    ~LoopbackServer() {
        stop_ = true;
        thread_.join();
        ::close(listener_);
    }
    LoopbackServer(const LoopbackServer&) = delete;
    LoopbackServer& operator=(const LoopbackServer&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

    std::vector<Request> requests() const {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

private:
    void serve() {
        while (!stop_) {
            pollfd waiting = {.fd = listener_, .events = POLLIN, .revents = 0};
            if (::poll(&waiting, 1, 20) <= 0) continue;
            const int connection = ::accept(listener_, nullptr, nullptr);
            if (connection < 0) continue;
            answer(connection);
            ::close(connection);
        }
    }

    void answer(int connection) {
        std::string text;
        char buffer[4096];
        while (text.find("\r\n\r\n") == std::string::npos) {
            const ssize_t got = ::recv(connection, buffer, sizeof(buffer), 0);
            if (got <= 0) return;
            text.append(buffer, static_cast<std::size_t>(got));
        }
        const Request request = parse(text);
        {
            const std::lock_guard lock(mutex_);
            requests_.push_back(request);
        }
        const Response response = handler_(request);
        std::string out = "HTTP/1.1 " + std::to_string(response.status) + " X\r\n";
        for (const auto& [name, value] : response.headers) out += name + ": " + value + "\r\n";
        out += "Content-Length: " + std::to_string(response.body.size()) +
               "\r\nConnection: close\r\n\r\n" + response.body.substr(0, response.cut_after);
        for (std::size_t sent = 0; sent < out.size();) {
            const ssize_t put =
                ::send(connection, out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
            if (put <= 0) return;
            sent += static_cast<std::size_t>(put);
        }
    }

    static Request parse(const std::string& text) {
        Request request;
        const std::size_t begin = text.find(' ') + 1;
        request.path = text.substr(begin, text.find(' ', begin) - begin);
        std::size_t line = text.find("\r\n") + 2;
        while (text.compare(line, 2, "\r\n") != 0) {
            const std::size_t end = text.find("\r\n", line), colon = text.find(": ", line);
            std::string name = text.substr(line, colon - line);
            for (char& c : name)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 'a' - 'A');
            request.headers[name] = text.substr(colon + 2, end - colon - 2);
            line = end + 2;
        }
        return request;
    }

    std::function<Response(const Request&)> handler_;
    int listener_;
    int port_ = 0;
    std::atomic<bool> stop_ = false;
    mutable std::mutex mutex_;
    std::vector<Request> requests_;
    std::thread thread_;
};

}  // namespace dhgak
