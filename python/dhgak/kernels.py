# SPDX-License-Identifier: MIT
"""One transformer for each kernel of the library, by its name in PascalCase.

The classes are made from the library's registry: `dhgak list` tells the same.

>>> from dhgak import kernels
>>> kernels.WlOa(rounds=3)
WlOa(rounds=3)
>>> kernels.all_kernels()["wl-oa"] is kernels.WlOa
True
"""
from __future__ import annotations

import keyword
from typing import Any

from dhgak import _core
from dhgak._kernel import OWN, GraphKernel
from dhgak._settings import SLICES, defaults_of, init_of


def _value(text: str) -> Any:
    """The default of an option: a number where its text is one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _option_text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class _RegisteredKernel(GraphKernel):
    """A kernel whose parameters are the options that the registry names."""

    _kernel: str
    _option_of_parameter: dict[str, str]

    def _kernel_text(self) -> str:
        options = [f"{option}={_option_text(getattr(self, parameter))}"
                   for parameter, option in self._option_of_parameter.items()
                   if getattr(self, parameter) != self._defaults[parameter]]
        return self._kernel + (":" + ",".join(options) if options else "")


def _docstring(info: _core.MethodInfo, parameters: dict[str, str], traits: _core.KernelTraits) -> str:
    lines = [f"The kernel `{info.name}`. {info.summary[0].upper()}{info.summary[1:]}.", ""]
    if not traits.has_features:
        lines += ["With these defaults it has no features, and `transform` raises ValueError: give what `gram` and `cross` say to",
                  '`SVC(kernel="precomputed")`, or take `DHGAKClassifier`.', ""]
    lines += ["Parameters", "----------"]
    lines += [f"{parameter} : {option.meaning}" for parameter, option in zip(parameters, info.options)]
    lines.append("All others are those of `DHGAK`." if traits.uses_slices
                 else "All others say how graphs are read, as in `DHGAK`.")
    return "\n".join(lines)


def _class_of(info: _core.MethodInfo) -> type[GraphKernel]:
    traits = _core.traits_of(info.name)
    option_of = {option.name + "_" * keyword.iskeyword(option.name): option.name for option in info.options}
    defaults = {parameter: _value(option.default) for parameter, option in zip(option_of, info.options)}
    slices = SLICES if traits.uses_slices else []
    defaults |= defaults_of(slices) | OWN
    return type("".join(word.capitalize() for word in info.name.split("-")), (_RegisteredKernel,), {
        "__init__": init_of(defaults),
        "__doc__": _docstring(info, option_of, traits),
        "__module__": __name__,
        "_kernel": info.name,
        "_slice_parameters": slices,
        "_option_of_parameter": option_of,
        "_defaults": defaults,
    })


_CLASSES = {info.name: _class_of(info) for info in _core.list_kernels()}
globals().update({kernel.__name__: kernel for kernel in _CLASSES.values()})
__all__ = ["all_kernels", *(kernel.__name__ for kernel in _CLASSES.values())]


def all_kernels() -> dict[str, type[GraphKernel]]:
    """The classes by the names that the command line has for them."""
    return dict(_CLASSES)
