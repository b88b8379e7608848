import ArgumentParser

/// Adapts argument-parser's completion scripts for shells, which do not complete file names after
/// the program's name.
enum CompletionScript {
  /// Returns the script, changed to complete files too if the first argument is not a command.
  static func completingDefaultCommand(_ script: String) -> String {
    var script = script
    for (written, replacement) in replacements {
      script = script.replacing(written, with: replacement)
    }
    return script
  }

  private static let replacements = [
    // bash
    (
      "complete -o filenames -F _suas-run suas-run",
      "complete -o filenames -o default -F _suas-run suas-run"
    ),
    // zsh
    (
      "_describe -V subcommand subcommands && ret=0",
      "_describe -V subcommand subcommands && ret=0\n        _files -g '*.yaml(-.)' && ret=0"
    ),
    (
      "            \"_suas-run_${words[1]}\" && ret=0\n            ;;\n        esac",
      """
                  "_suas-run_${words[1]}" && ret=0
                  ;;
              *)
                  words=(run "${words[@]}")
                  CURRENT+=1
                  _suas-run_run && ret=0
                  ;;
              esac
      """
    ),
    // fish
    (
      "\ncomplete -c 'suas-run' -f\n",
      """

      complete -c 'suas-run' -f
      complete -c 'suas-run' -n '__suas-run_should_offer_completions_for_positional "suas-run" -eq 1' -F

      """
    ),
  ]
}
