# SPDX-License-Identifier: MIT
"""Long work leaves Python its signals, its threads and its log."""
import doctest
import importlib
import logging
import multiprocessing
import os
import pkgutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import dhgak
from dhgak import DHGAK, DHGAKClassifier


@pytest.fixture(scope="module")
def slow_graphs():
    """Graphs whose fit takes longer than any test would wait."""
    rng = np.random.default_rng(0)
    return [(rng.integers(0, 300, size=(2, 2000)), rng.integers(0, 5, size=300)) for _ in range(60)]


AT_ONCE = 20  # seconds that a busy machine may take; the work itself takes minutes
SLOW = {"H": 20, "cluster_factor": 50, "T": 20}


def seconds_until_interrupted(work):
    """Presses Ctrl-C half a second into the work; seconds from there until KeyboardInterrupt."""
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        return time.monotonic() - pressed[0]
    finally:
        timer.cancel()


def test_ctrl_c_stops_at_once_and_loses_nothing(slow_graphs, demo):
    graphs, _ = demo
    kernel = DHGAK(H=1).fit(graphs)
    before = kernel.transform(graphs)
    kernel.set_params(**SLOW)
    assert seconds_until_interrupted(lambda: kernel.fit(slow_graphs)) < AT_ONCE
    assert (kernel.transform(graphs) != before).nnz == 0
    assert DHGAK(H=1).fit(graphs).fitted_ is not None  # the next call runs as if nothing had been


def test_other_threads_run_meanwhile(demo):
    graphs, _ = demo
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    DHGAK(H=6, T=10, cluster_factor=5).fit(graphs)
    spent = time.monotonic() - start
    done.set()
    thread.join()
    assert len(ticks) > 5 and max(np.diff([start, *ticks])) < max(0.5 * spent, 0.5)


def test_several_threads_may_fit(demo):
    graphs, _ = demo
    expected = DHGAK(H=2).gram(graphs[:50])
    found = [None] * 4

    def fit(i):
        found[i] = DHGAK(H=2).gram(graphs[:50])

    threads = [threading.Thread(target=fit, args=(i,)) for i in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for gram in found:
        np.testing.assert_array_equal(gram, expected)


def test_an_error_stays_with_the_thread_that_it_came_from(demo):
    graphs, _ = demo
    expected = DHGAK(H=3).gram(graphs)
    both_run = threading.Barrier(2)
    raised = []

    def refuse(label, done, total):
        raise RuntimeError("enough")

    def fail():
        both_run.wait()
        for _ in range(5):
            try:
                DHGAK(H=3, progress=refuse).fit(graphs)
            except RuntimeError as error:
                raised.append(str(error))

    thread = threading.Thread(target=fail)
    thread.start()
    both_run.wait()
    for _ in range(5):
        np.testing.assert_array_equal(DHGAK(H=3).gram(graphs), expected)
    thread.join()
    assert raised == ["enough"] * 5


def labels_of_steps(kernel, graphs):
    labels = set()
    DHGAK(kernel, progress=lambda label, *_: labels.add(label)).gram(graphs)
    return labels


def test_steps_stay_with_the_thread_that_asked_for_them(demo):
    graphs, _ = demo
    expected = labels_of_steps("wl", graphs)  # unlike those of dhw, which go on for a second
    is_held, is_free = threading.Event(), threading.Event()

    def hold(label, done, total):
        is_held.set()
        is_free.wait()

    thread = threading.Thread(target=lambda: DHGAK("dhw", H=3, progress=hold).fit(graphs))
    thread.start()
    is_held.wait()
    threading.Timer(0.5, is_free.set).start()
    assert labels_of_steps("wl", graphs) == expected
    thread.join()


def test_steps_of_stopped_work_are_forgotten(demo):
    graphs, _ = demo
    expected = labels_of_steps("wl", graphs)

    def refuse(label, done, total):
        time.sleep(0.2)
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError):
        DHGAK("dhw", H=3, progress=refuse).fit(graphs)
    assert labels_of_steps("wl", graphs) == expected


def test_a_thread_that_waits_for_another_can_be_interrupted(demo):
    graphs, _ = demo
    is_held, is_free = threading.Event(), threading.Event()

    def hold(label, done, total):
        is_held.set()
        is_free.wait()

    thread = threading.Thread(target=lambda: DHGAK(H=1, progress=hold).fit(graphs))
    thread.start()
    is_held.wait()
    try:
        assert seconds_until_interrupted(lambda: DHGAK(H=1).fit(graphs)) < AT_ONCE
    finally:
        is_free.set()
        thread.join()
    assert DHGAK(H=1).fit(graphs).fitted_ is not None


def fit_in_child(graphs):
    return DHGAK(H=1).gram(graphs)


def test_forked_processes_may_fit(demo):
    graphs, _ = demo
    expected = DHGAK(H=1).gram(graphs[:30])
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for gram in pool.map_async(fit_in_child, [graphs[:30]] * 2).get(timeout=60):
            np.testing.assert_array_equal(gram, expected)


def test_a_process_forked_during_a_fit_may_fit(demo):
    graphs, _ = demo
    expected = DHGAK(H=1).gram(graphs[:30])
    found = []

    def fork(label, done, total):
        if not found:
            with multiprocessing.get_context("fork").Pool(1) as pool:
                found.append(pool.apply_async(fit_in_child, [graphs[:30]]).get(timeout=60))

    DHGAK(H=3, progress=fork).fit(graphs)
    np.testing.assert_array_equal(found[0], expected)


def test_messages_go_to_logging(demo, caplog):
    graphs, _ = demo
    kernel = DHGAK(H=1).fit(graphs)
    with caplog.at_level(logging.WARNING, logger="dhgak"):
        kernel.transform([([[0], [1]], ["Xx", "Yy"])])
    assert any("label" in message for message in caplog.messages)
    assert {record.name for record in caplog.records} == {"dhgak"}


def test_progress_calls_back_on_the_calling_thread(demo):
    graphs, _ = demo
    steps = []
    DHGAK(H=3, progress=lambda *step: steps.append((threading.get_ident(), *step))).fit(graphs)
    assert steps and {step[0] for step in steps} == {threading.get_ident()}
    assert all(0 <= done <= total for _, _, done, total in steps)


def test_progress_may_fit_too(demo):
    graphs, _ = demo
    inner = []
    DHGAK(H=2, progress=lambda *_: inner.append(DHGAK("wl").gram(graphs[:5]))).fit(graphs)
    assert inner


def test_an_error_of_progress_stops_the_work(demo):
    def refuse(label, done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        DHGAK(H=3, progress=refuse).fit(demo[0])
    assert DHGAK(H=3).gram(demo[0]).shape == (200, 200)


def test_tqdm_draws_bars(demo, capfd):
    pytest.importorskip("tqdm")
    DHGAK(H=3, progress=True).fit(demo[0])
    assert "%" in capfd.readouterr().err


def test_errors_have_the_librarys_text(demo, tmp_path):
    broken = tmp_path / "broken.dhgak"
    broken.write_bytes(b"no model")
    with pytest.raises(ValueError, match="broken.dhgak"):
        DHGAKClassifier.load(broken)
    with pytest.raises(ValueError, match="no explicit features"):
        DHGAK("dhw", H=1).fit_transform(demo[0][:4])
    with pytest.raises((ValueError, RuntimeError), match="nowhere"):
        DHGAKClassifier("wl").fit(*demo).save(tmp_path / "nowhere" / "model.dhgak")


def modules():
    yield dhgak
    for module in pkgutil.iter_modules(dhgak.__path__, "dhgak."):
        if not module.name.endswith(("_core", "_program")):
            yield importlib.import_module(module.name)


@pytest.mark.parametrize("module", list(modules()), ids=lambda module: module.__name__)
def test_examples_in_docstrings_run(module):
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_public_names_have_docstrings():
    for name in dhgak.__all__:
        thing = getattr(dhgak, name)
        assert thing.__doc__, name
        for part in vars(thing) if isinstance(thing, type) else ():
            if not part.startswith("_") and callable(getattr(thing, part)):
                assert getattr(thing, part).__doc__, f"{name}.{part}"


def test_the_command_comes_along():
    text = subprocess.run([sys.executable, "-c", "from dhgak._program import main; main()", "--version"],
                          capture_output=True, text=True, check=True).stdout
    assert text.split()[0] == dhgak.__version__  # the build follows
