// SPDX-License-Identifier: MIT
#include <exception>

#include <nanobind/nanobind.h>

#include "bind.h"
#include "dhgak/core/error.h"
#include "dhgak/core/parallel.h"
#include "dhgak/core/version.h"

namespace nb = nanobind;

namespace dhgak::python {
namespace {

// What the user can set right is a ValueError with the library's text.
void translate(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const InputError& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const ConfigError& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    } catch (const Interrupted&) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const Error& e) {
        PyErr_SetString(PyExc_RuntimeError, e.what());
    }
}

}  // namespace

void bind_core(nb::module_& module) {
    nb::register_exception_translator(translate);
    module.def("version", &version);
    module.def("set_num_threads", &set_num_threads, nb::arg("threads"));
    module.def("num_threads", &num_threads);
}

}  // namespace dhgak::python
