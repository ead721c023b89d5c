package dev.tenon.cli.dialog;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import java.util.Optional;

/**
 * Asks before a tool is called that calls itself destructive.
 *
 * @param input where the user is asked; empty when there is no terminal
 * @param preapproved whether the answer is yes without asking
 */
public record DestructiveToolApproval(TerminalOutput screen, Optional<TerminalInput> input, boolean preapproved)
        implements ApprovalPolicy {
    @Override
    public boolean approveToolCall(Tool tool, Json arguments) {
        if (preapproved || !isDeclaredDestructive(tool)) {
            return true;
        }
        String name = TextEscaper.escapeLine(tool.name());
        if (input.isEmpty()) {
            throw new CommandFailedException(
                    ExitCode.REFUSED,
                    "The tool '" + name
                            + "' says that it may destroy something, and there is no terminal to ask you at."
                            + " Nothing was called. If it shall be: --yes");
        }
        screen.printNote("The tool '" + name + "' says that it may destroy something. It would be called with "
                + TerminalJsonFormatter.formatCompact(arguments));
        if (input.get().confirm("Call it?")) {
            return true;
        }
        throw new CommandFailedException(ExitCode.REFUSED, "Nothing was called.");
    }

    /** Only what is said counts: a tool that says nothing of itself may destroy, too, but so may all of them. */
    private static boolean isDeclaredDestructive(Tool tool) {
        ToolAnnotations said = tool.annotations();
        return said != null && said.isDestructive() && said.destructiveHint() != null;
    }
}
