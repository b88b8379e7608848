import Foundation
import Testing

/// The completion scripts for shells.
@Suite struct CompletionTests {
  /// Returns the completions that bash offers at the end of a line.
  private func offers(for line: String, in folder: Folder) throws -> Set<String> {
    let script = """
      source ./script
      line="$1"; read -ra COMP_WORDS <<< "$line"
      [[ "$line" == *" " ]] && COMP_WORDS+=("")
      COMP_LINE="$line" COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _suas-run suas-run "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", script, "bash", line]
    process.currentDirectoryURL = folder.url
    process.standardOutput = try folder.handle("offers")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Set(try folder.text("offers").split(separator: "\n").map(String.init))
  }

  @Test("Bash completes commands, their arguments and files")
  func bash() throws {
    let folder = try Folder()
    let script = try Program.run(["--generate-completion-script", "bash"], in: folder)
    #expect(script.status == 0 && script.errors.isEmpty)
    try folder.write(script.output, to: "script")
    try folder.write("", to: "specs/todo.yaml")
    #expect(try offers(for: "suas-run sch", in: folder) == ["schema"])
    #expect(try offers(for: "suas-run schema ", in: folder) == ["spec", "scenario", "fragments"])
    #expect(try offers(for: "suas-run check specs/t", in: folder) == ["specs/todo.yaml"])
    #expect(
      try offers(for: "suas-run schema scenario --for specs/t", in: folder) == ["specs/todo.yaml"])
    #expect(try offers(for: "suas-run check --de", in: folder) == ["--deny"])
    // If no command is named, the shell itself completes files.
    #expect(try offers(for: "suas-run specs/t", in: folder) == [])
    #expect(script.output.hasSuffix("complete -o filenames -o default -F _suas-run suas-run\n"))
  }

  @Test("Zsh and fish complete files where no command is named")
  func others() throws {
    let folder = try Folder()
    let zsh = try Program.run(["--generate-completion-script", "zsh"], in: folder).output
    #expect(zsh.contains("_files -g '*.yaml(-.)' && ret=0"))
    #expect(zsh.contains("            words=(run \"${words[@]}\")\n"))
    let fish = try Program.run(["--generate-completion-script", "fish"], in: folder).output
    #expect(fish.contains("\"suas-run\" -eq 1' -F\n"))
    let none = try Program.run(["--generate-completion-script", "tcsh"], in: folder)
    #expect(none.status != 0 && none.output.isEmpty)
  }
}
