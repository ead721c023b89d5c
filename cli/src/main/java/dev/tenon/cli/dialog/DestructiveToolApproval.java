package dev.tenon.cli.dialog;

import static dev.tenon.cli.error.CommandFailedException.refusal;

import dev.tenon.cli.terminal.TerminalJsonFormatter;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import java.util.Optional;

/**
 * Asks the user before a call of a tool that is declared destructive.
 *
 * @param input the terminal at which the user is asked; empty without a terminal
 * @param preapproved whether calls are approved without asking
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
            throw refusal("The tool '" + name + "' may destroy data, and there is no terminal to ask for approval."
                    + " Nothing was called. To call it without asking, use --yes");
        }
        screen.printNote("The tool '" + name + "' may destroy data. It would be called with "
                + TerminalJsonFormatter.formatCompact(arguments));
        if (input.get().confirm("Call it?")) {
            return true;
        }
        throw refusal("Nothing was called.");
    }

    /**
     * Returns whether the tool declares the hint itself. The default for undeclared hints would flag almost every tool.
     */
    private static boolean isDeclaredDestructive(Tool tool) {
        ToolAnnotations annotations = tool.annotations();
        return annotations != null && annotations.isDestructive() && annotations.destructiveHint() != null;
    }
}
