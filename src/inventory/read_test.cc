// SPDX-License-Identifier: Apache-2.0
// What the readers make of source texts: places, resolved names, and what only looks like a tie.
#include <gtest/gtest.h>

#include "inventory/config.h"
#include "inventory/cuda.h"
#include "inventory/ignore.h"
#include "inventory/literals.h"
#include "inventory/notebook.h"
#include "inventory/preprocessor.h"
#include "inventory/python.h"
#include "inventory/python_parts.h"
#include "inventory/script.h"

namespace pilotage {
namespace {

Occurrences python(std::string_view text) {
  PythonParser parser;
  const ByteRange whole{0, static_cast<uint32_t>(text.size())};
  return read_python(parser, text, std::span(&whole, 1));
}

// `kind text@line:column` of those of one kind, in order.
std::string said(const Occurrences& all, Kind kind) {
  std::string result;
  for (const Occurrence& one : all) {
    if (one.kind == kind)
      result +=
          (result.empty() ? "" : " | ") + one.text + "@" + std::to_string(one.line) + ":" + std::to_string(one.column);
  }
  return result;
}

TEST(Python, resolves_import_aliases) {
  const auto all = python(
      "import torch.cuda as tc\nfrom torch import cuda, nn as n\ntc.synchronize()\ncuda.empty_cache()\nn.Linear(1, "
      "2)\n");
  EXPECT_EQ(said(all, Kind::kImport), "torch.cuda@1:8 | torch.cuda@2:19 | torch.nn@2:25");
  EXPECT_EQ(said(all, Kind::kName), "torch.cuda.synchronize@3:1 | torch.cuda.empty_cache@4:1 | torch.nn.Linear@5:1");
}

TEST(Python, names_methods_of_what_it_does_not_know) {
  const auto all = python("x = make(3).cuda()\nself.model.cuda()\nif x.is_cuda: pass\n");
  EXPECT_EQ(said(all, Kind::kMethod), "cuda@1:13 | cuda@2:12");
  EXPECT_EQ(said(all, Kind::kAttribute), "model@2:6 | is_cuda@3:6");
}

TEST(Python, reads_strings_but_no_docstrings_and_no_code_in_strings) {
  const auto all = python(
      "'''cuda'''\ndef f():\n    \"cuda\"\n    a = f\"cuda:{rank}\"\n    b = '''\ncuda\n'''\n    c = 'cuda'  # cuda\n");
  EXPECT_EQ(said(all, Kind::kString), "cuda:{}@4:9 | cuda@8:9");
}

TEST(Python, names_a_device_once_where_it_flows_on) {
  EXPECT_EQ(said(python("def f(x):\n    dev = 'cuda'\n    x.to(dev)\n    return x.to(dev)\n"), Kind::kString),
            "cuda@2:11");
}

TEST(Python, leaves_out_other_vendors_and_dead_branches) {
  const auto all = python(
      "import torch\n"
      "if torch.version.hip is not None:\n    a = 'hip'\nelse:\n    a = 'cuda'\n"
      "if not is_rocm():\n    b = 'yes'\nelse:\n    b = 'no'\n"
      "if False:\n    c = 'never'\n"
      "d = 'x' if is_npu else 'y'\n"
      "if a and is_xpu():\n    e = 'xpu'\nelif b:\n    e = 'more'\n");
  EXPECT_EQ(said(all, Kind::kString), "cuda@5:9 | yes@7:9 | y@12:24 | more@16:9");
}

TEST(Python, reads_keywords_decorators_variables_and_packages) {
  const auto all = python(
      "import os, torch, triton\n@triton.jit\ndef k(): pass\n"
      "o = torch.optim.AdamW(p, fused=True)\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\n"
      "setup(install_requires=['Flash_Attn>=2', 'numpy'])\nx.to(0)\n");
  EXPECT_EQ(said(all, Kind::kDecorator), "triton.jit@2:2");
  EXPECT_EQ(said(all, Kind::kKeyword).substr(0, 36), "torch.optim.AdamW(fused=True)@4:26 |");
  EXPECT_EQ(said(all, Kind::kEnv), "CUDA_VISIBLE_DEVICES@5:12");
  EXPECT_EQ(said(all, Kind::kPackage), "flash-attn >=2@6:25 | numpy@6:42");
}

TEST(Python, survives_any_nesting) {
  std::string deep;
  for (int i = 0; i < 20000; ++i) deep += "(";
  python(deep);
  std::string sum = "x = 1";
  for (int i = 0; i < 20000; ++i) sum += " + a";
  python(sum);
}

TEST(PythonParts, keep_what_has_hits_and_what_imports) {
  const std::string text =
      "import torch\n\ndef a():\n    return 1\n\n@deco\ndef b():\n    return 'cuda'\n\nclass C:\n    x = 1\n    def "
      "m(self):\n        pass\n    def n(self):\n        return 'cuda'\n";
  const std::vector<uint32_t> hits = {static_cast<uint32_t>(text.find("cuda")),
                                      static_cast<uint32_t>(text.rfind("cuda"))};
  std::string kept;
  for (const auto& [start, end] : parts_to_parse(text, hits)) kept += text.substr(start, end - start);
  EXPECT_EQ(
      kept,
      "import torch\n\n@deco\ndef b():\n    return 'cuda'\n\nclass C:\n    def n(self):\n        return 'cuda'\n");
}

TEST(PythonParts, follow_the_names_that_imports_give) {
  const std::string text =
      "from torch import cuda as tc, nn\nimport torch.cuda as c2\n\na = 1\ntc.f()\nnn.g()\nc2.h()\n";
  std::vector<uint32_t> hits = {static_cast<uint32_t>(text.find("cuda")), static_cast<uint32_t>(text.rfind("cuda"))};
  std::string kept;
  for (const auto& [start, end] : parts_to_parse(text, hits)) kept += text.substr(start, end - start);
  EXPECT_EQ(kept, "from torch import cuda as tc, nn\nimport torch.cuda as c2\n\ntc.f()\nnn.g()\nc2.h()\n");
}

TEST(PythonParts, give_the_same_findings_as_the_whole) {
  const std::string text =
      "import torch\nclass A:\n  def f(self):\n    s = '''\ndef no(): pass\n'''\n    return 'cuda'\n  def g(self): "
      "pass\nif x:\n  y = 'cuda'\nelse:\n  y = f()\n";
  std::vector<uint32_t> hits;
  for (size_t at = text.find("cuda"); at != std::string::npos; at = text.find("cuda", at + 1))
    hits.push_back(static_cast<uint32_t>(at));
  PythonParser parser;
  const auto parts = read_python(parser, text, parts_to_parse(text, hits));
  EXPECT_EQ(said(parts, Kind::kString), said(python(text), Kind::kString));
}

TEST(Cuda, reads_names_calls_launches_and_what_kernels_hold) {
  const auto all = read_cuda(
      "#include <cuda.h>\nnamespace wm = nvcuda::wmma;\n#define WARP 32\n"
      "__global__ void __launch_bounds__(256) k(float* p) {\n  __shared__ float t[64][64];\n  float own[8];\n"
      "  int lane = threadIdx.x & 31;\n  wm::fill(a);\n  asm volatile(\"mov.u32 %0, \" \"%laneid;\" : \"=r\"(x));\n"
      "  while (atomicCAS(p, 0, 1)) {}\n}\nvoid host() { float h[9]; k<<<g, 256>>>(p); int y = n & 31; }\n");
  EXPECT_EQ(said(all, Kind::kInclude), "cuda.h@1:11");
  EXPECT_EQ(said(all, Kind::kConstant), "WARP=32@3:9");
  EXPECT_EQ(said(all, Kind::kQualifier), "__global__@4:1 | __launch_bounds__(256)@4:17 | __shared__@5:3");
  EXPECT_EQ(said(all, Kind::kArray), "__shared__ float t[64][64] 16384@5:20 | float own[8] 32@6:9");
  EXPECT_EQ(said(all, Kind::kExpression), "threadIdx.x&31@7:14 | while(atomicCAS@10:10");
  EXPECT_EQ(said(all, Kind::kAsm), "mov.u32 %0, %laneid;@9:3");
  EXPECT_EQ(said(all, Kind::kLaunch), "<<<g,256>>>@12:28");
  EXPECT_NE(said(all, Kind::kIdentifier).find("nvcuda::wmma::fill@8:3"), std::string::npos);
}

TEST(Cuda, leaves_out_dead_code) {
  EXPECT_EQ(without_dead_code("a /* b\nc */ d // e\n"), "a     \n     d     \n");
  EXPECT_EQ(without_dead_code("#if 0\nx\n#else\ny\n#endif\n"), "     \n \n     \ny\n      \n");
  EXPECT_EQ(without_dead_code("#ifdef USE_ROCM\nx\n#elif A\ny\n#endif\nz\n"),
            "               \n \n       \ny\n      \nz\n");
  EXPECT_EQ(without_dead_code("#ifndef USE_ROCM\nx\n#else\ny\n#endif\n"), "                \nx\n     \n \n      \n");
  EXPECT_EQ(without_dead_code("#if !defined(USE_ROCM) && B\nx\n#else\ny\n#endif\n"),
            std::string(27, ' ') + "\nx\n     \ny\n      \n");
  EXPECT_EQ(without_dead_code("s = \"/* // \"; 1'000 '\"'"), "s = \"/* // \"; 1'000 '\"'");
}

TEST(Shell, reads_commands_variables_settings_and_packages) {
  const auto all = read_shell(
      "#!/bin/bash\n#SBATCH --gres=gpu:8\nexport NCCL_DEBUG=INFO  # CUDA_HOME\nCUDA_X_Y=1 python t.py --optim adamw "
      "--bf16 | tee $LOG_FILE\npip install -U 'torch==2.4' flash-attn\ncat <<END\nnvidia-smi\nEND\n");
  EXPECT_EQ(said(all, Kind::kEnv), "NCCL_DEBUG@3:8 | LOG_FILE@4:51 | CUDA_X_Y@4:1");
  EXPECT_EQ(said(all, Kind::kPackage), "torch ==2.4@5:16 | flash-attn@5:29");
  EXPECT_EQ(said(all, Kind::kCommand),
            "python t.py --optim adamw --bf16@4:12 | tee $LOG_FILE@4:47 | pip install -U torch==2.4 flash-attn@5:1 | "
            "cat <<END@6:1");
  EXPECT_NE(said(all, Kind::kSetting).find("--optim=adamw@4:24"), std::string::npos);
  EXPECT_NE(said(all, Kind::kSetting).find("sbatch --gres=gpu:8@2:1"), std::string::npos);
}

TEST(Config, reads_packages_of_every_form) {
  EXPECT_EQ(said(read_requirements("torch==2.1 # x\n-e git+https://h/o/apex.git@v1\n# no\n"), Kind::kPackage),
            "torch ==2.1@1:1 | apex @git+https://h/o/apex.git@v1@2:1");
  EXPECT_EQ(
      said(read_toml("[project]\ndependencies = [\n  \"a>=1\", # c\n]\n[[package]]\nname = \"b\"\nversion = \"2\"\n"),
           Kind::kPackage),
      "a >=1@3:3 | b ==2@6:8");
  EXPECT_EQ(
      said(read_toml("[tool.poetry.dependencies]\ntorch = { version = \"^2.1\", source = \"x\" }\n"), Kind::kPackage),
      "torch ^2.1@2:1");
  EXPECT_EQ(said(read_yaml("dependencies:\n  - pytorch-cuda=12.1\n  - pip:\n    - xformers>=0.0.2\n"), Kind::kPackage),
            "pytorch-cuda ==12.1@2:5 | xformers >=0.0.2@4:7");
  EXPECT_EQ(said(read_ini("[options]\ninstall_requires =\n    apex\n    b>1\n"), Kind::kPackage),
            "apex@3:5 | b >1@4:5");
}

TEST(Config, flattens_settings) {
  EXPECT_EQ(said(read_json("{\"a\": {\"b\": [1, \"x\"], \"pin\": true}}"), Kind::kSetting),
            "a.b=1@1:14 | a.b=x@1:17 | a.pin=true@1:30");
  EXPECT_EQ(said(read_yaml("a:\n  b: 1 # c\n  d: \"x\"\nrun: |\n  nvidia-smi -L\n"), Kind::kSetting),
            "a.b=1@2:3 | a.d=x@3:3");
  EXPECT_EQ(said(read_yaml("run: |\n  nvidia-smi -L\n"), Kind::kCommand), "nvidia-smi -L@2:3");
}

TEST(Notebook, finds_code_where_it_stands) {
  const NotebookCode code = code_of_notebook(
      "{\"cells\": [\n {\"cell_type\": \"markdown\", \"source\": [\"cuda\"]},\n {\"cell_type\": \"code\",\n  "
      "\"source\": [\n   \"!pip install apex\\n\",\n   \"x.to('cuda')\"\n  ]}\n]}");
  Occurrences all = python(code.text);
  move_to_notebook(code, all);
  EXPECT_EQ(said(all, Kind::kString), "cuda@6:10");
  EXPECT_EQ(said(code.commands, Kind::kPackage), "apex@5:18");
}

TEST(Markdown, shows_what_people_are_told_to_do) {
  const auto all = read_markdown(
      "# pip install nothing\nUse `pip install apex` or:\n```bash\n$ pip install flash-attn\n```\n```python\nimport "
      "apex\n```\n");
  EXPECT_EQ(said(all, Kind::kPackage), "apex@2:18 | flash-attn@4:15");
}

TEST(Cmake, leaves_out_other_vendors) {
  const auto all =
      read_cmake("if(USE_ROCM)\n  find_package(hip)\nelse()\n  find_package(CUDA) # x\nendif()\nset(A B)\n");
  EXPECT_EQ(said(all, Kind::kCall), "find_package(CUDA)@4:3 | set(A B)@6:1");
}

TEST(Ignore, reads_patterns_as_git_does) {
  const IgnoreFile file("", "*.o\n!keep.o\n/top\nbuild/\na/**/z\n**/deep\ndoc/*.txt\n\\#x\n");
  const auto ignored = [&](std::string_view path, bool folder = false) {
    return file.says_of(path, folder) == IgnoreFile::Says::kIgnored;
  };
  EXPECT_TRUE(ignored("x/y.o"));
  EXPECT_FALSE(ignored("x/keep.o"));
  EXPECT_TRUE(ignored("top") && !ignored("x/top"));
  EXPECT_TRUE(ignored("x/build", true) && !ignored("x/build", false));
  EXPECT_TRUE(ignored("a/z") && ignored("a/b/c/z"));
  EXPECT_TRUE(ignored("q/deep"));
  EXPECT_TRUE(ignored("doc/a.txt") && !ignored("doc/b/a.txt"));
  EXPECT_TRUE(ignored("#x"));
}

TEST(Ignore, knows_classes_of_characters) {
  EXPECT_TRUE(fits_glob("[a-c]?.x", "bq.x"));
  EXPECT_FALSE(fits_glob("[!a-c].x", "b.x"));
  EXPECT_FALSE(fits_glob("*", "a/b"));
  EXPECT_TRUE(fits_glob("[", "["));
  EXPECT_FALSE(fits_glob(std::string(60, '*') + "b", std::string(3000, 'a')));
}

TEST(Literals, finds_overlapping_texts_in_any_case) {
  const std::vector<std::string> texts = {"he", "she", "hers"};
  EXPECT_EQ(Literals(texts).ends_in("uSHERS"), (std::vector<uint32_t>{3, 5}));
  EXPECT_FALSE(Literals(texts).any_in("hat s e"));
}

}  // namespace
}  // namespace pilotage
