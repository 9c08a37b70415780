// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "dhgak/kernel/align_options.h"
#include "dhgak/kernel/kernel.h"

namespace dhgak {

std::unique_ptr<Kernel> make_dhgak(const Spec&, const AlignOptions&);     // slices/dhgak.cpp
std::unique_ptr<Kernel> make_dhgak_oa(const Spec&, const AlignOptions&);  // slices/dhgak.cpp
std::unique_ptr<Kernel> make_dgak(const Spec&, const AlignOptions&);      // slices/dhgak.cpp
std::unique_ptr<FittedKernel> load_mean_of_slices(const ModelReader&);
std::unique_ptr<FittedKernel> load_assignment_of_slices(const ModelReader&);

std::unique_ptr<Kernel> make_dhw(const Spec&, const AlignOptions&);  // slices/dhw.cpp
std::unique_ptr<FittedKernel> load_dhw(const ModelReader&);

std::unique_ptr<Kernel> make_vertex_histogram(const Spec&, const AlignOptions&);  // wl/wl.cpp
std::unique_ptr<Kernel> make_wl(const Spec&, const AlignOptions&);                // wl/wl.cpp
std::unique_ptr<Kernel> make_wl_oa(const Spec&, const AlignOptions&);             // wl/wl.cpp
std::unique_ptr<FittedKernel> load_wl(const ModelReader&);
std::unique_ptr<FittedKernel> load_wl_oa(const ModelReader&);

std::unique_ptr<Kernel> make_gawl(const Spec&, const AlignOptions&);  // wl/gawl.cpp
std::unique_ptr<FittedKernel> load_gawl(const ModelReader&);

std::unique_ptr<Kernel> make_gwl(const Spec&, const AlignOptions&);     // wl/gwl.cpp
std::unique_ptr<Kernel> make_gwl_oa(const Spec&, const AlignOptions&);  // wl/gwl.cpp
std::unique_ptr<FittedKernel> load_gwl(const ModelReader&);
std::unique_ptr<FittedKernel> load_gwl_oa(const ModelReader&);

std::unique_ptr<Kernel> make_pm(const Spec&, const AlignOptions&);  // spectral/pm.cpp
std::unique_ptr<FittedKernel> load_pm(const ModelReader&);

std::unique_ptr<Kernel> make_wwl(const Spec&, const AlignOptions&);  // wl/wwl.cpp
std::unique_ptr<FittedKernel> load_wwl(const ModelReader&);

std::unique_ptr<Kernel> make_fwl(const Spec&, const AlignOptions&);  // wl/fwl.cpp
std::unique_ptr<FittedKernel> load_fwl(const ModelReader&);

std::unique_ptr<Kernel> make_retgk(const Spec&, const AlignOptions&);  // walk/retgk.cpp
std::unique_ptr<FittedKernel> load_retgk(const ModelReader&);

std::unique_ptr<Kernel> make_gntk(const Spec&, const AlignOptions&);       // tangent/gntk.cpp
std::unique_ptr<Kernel> make_graphqntk(const Spec&, const AlignOptions&);  // tangent/gntk.cpp
std::unique_ptr<FittedKernel> load_gntk(const ModelReader&);

std::unique_ptr<Kernel> make_edge_histogram(const Spec&, const AlignOptions&);  // path/
std::unique_ptr<FittedKernel> load_edge_histogram(const ModelReader&);

std::unique_ptr<Kernel> make_sp(const Spec&, const AlignOptions&);  // path/sp.cpp
std::unique_ptr<FittedKernel> load_sp(const ModelReader&);

}  // namespace dhgak
