package dev.tenon.cli.demo;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.schema.annotation.Description;
import dev.tenon.server.feature.ToolSpec;

/**
 * Prints to standard output, like a forgotten debug statement. Over stdio that would break the protocol, so the server
 * redirects it to standard error. Control characters are escaped, so that a client cannot control the operator's
 * terminal.
 */
final class PrintTool {
    record Line(@Description("What to print") String text) {}

    private PrintTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("print")
                .title("Print")
                .description("Prints a line where the server runs.")
                .input(Line.class)
                .handler((line, call) -> {
                    System.out.println(TextEscaper.escapeLine(line.text()));
                    return "Printed.";
                });
    }
}
