;;; suas-run.el --- suas-run in Emacs, with Eglot or lsp-mode  -*- lexical-binding: t; -*-

;; Needs yaml-mode, and Eglot 1.9 (part of Emacs 29) or lsp-mode. Put this file into a folder of `load-path', and
;; write (require 'suas-run) into your init file.

;;; Code:

(require 'compile)
(require 'seq)
(require 'subr-x)
(require 'url-util)
(require 'yaml-mode)

(defvar suas-run-command '("suas-run" "lsp")
  "The command that starts the server.")

(define-derived-mode suas-mode yaml-mode "suas"
  "A mode for specs, scenario files and fragments of suas-run, which are YAML.")

(defun suas-run-buffer-p ()
  "Return non-nil for a spec, a scenario file or fragments of suas-run.
These are known by their keys at the left margin."
  (and buffer-file-name
       (string-match-p "\\.ya?ml\\'" buffer-file-name)
       (or (string-match-p "\\.scenario\\.ya?ml\\'" buffer-file-name)
           (suas-run--key-p "suas")
           (suas-run--key-p "fragments")
           (and (suas-run--key-p "spec") (suas-run--key-p "scenarios?")))))

(defun suas-run--key-p (key)
  "Return non-nil where a line of the buffer begins with KEY, a regular expression."
  (save-excursion
    (goto-char (point-min))
    (re-search-forward (concat "^" key "[ \t]*:\\([ \t]\\|$\\)") nil t)))

(add-to-list 'magic-mode-alist '(suas-run-buffer-p . suas-mode))

;; Eglot: M-x eglot, or start it with each file by
;; (add-hook 'suas-mode-hook #'eglot-ensure)

(defvar eglot-server-programs)
(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-request "jsonrpc")

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `((suas-mode :language-id "yaml") . ,suas-run-command)))

(defun suas-run--execute (command)
  "Run COMMAND of the server on this file, and show what it came to."
  (let* ((server (or (and (featurep 'eglot) (eglot-current-server)) (user-error "Start Eglot first")))
         (uri (plist-get (eglot--TextDocumentIdentifier) :uri))
         (parameters (list :command command :arguments (vector (list :uri uri))))
         (result (jsonrpc-request server :workspace/executeCommand parameters :timeout 300))
         (text (or (plist-get result :text) (suas-run--failures result))))
    (unless (string-empty-p text)
      (with-current-buffer (get-buffer-create "*suas-run*")
        (let ((inhibit-read-only t))
          (erase-buffer)
          (insert text)
          (compilation-mode))
        (display-buffer (current-buffer))))
    (cond ((plist-get result :passed)
           (message "%d passed, %d failed" (plist-get result :passed) (plist-get result :failed)))
          ((plist-get result :updated)
           (message "Golden files updated: %d" (plist-get result :updated))))))

(defun suas-run--failures (result)
  "Return a text with the scenarios of RESULT that failed, each after its place."
  (mapconcat (lambda (scenario)
               (if (equal (plist-get scenario :outcome) "failed")
                   (format "%s:%d: %s\n%s\n"
                           (url-unhex-string (string-remove-prefix "file://" (plist-get scenario :uri)))
                           (1+ (plist-get scenario :line))
                           (plist-get scenario :name)
                           (or (plist-get scenario :message) ""))
                 ""))
             (plist-get result :scenarios)
             ""))

(defun suas-run-scenarios ()
  "Run the scenarios of this file, by Eglot's server."
  (interactive)
  (suas-run--execute "suas-run.runScenario"))

(defun suas-run-update-golden ()
  "Update the golden files of this scenario file, by Eglot's server."
  (interactive)
  (suas-run--execute "suas-run.updateGolden"))

(defun suas-run-explore ()
  "Explore this spec, by Eglot's server."
  (interactive)
  (suas-run--execute "suas-run.explore"))

;; lsp-mode: M-x lsp, or start it with each file by
;; (add-hook 'suas-mode-hook #'lsp-deferred)

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")

(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(suas-mode . "yaml"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () suas-run-command))
                    :activation-fn (lambda (_file mode) (eq mode 'suas-mode))
                    :priority 1 ; Before yaml-language-server, which has the same language.
                    :server-id 'suas-run)))

(provide 'suas-run)
;;; suas-run.el ends here
