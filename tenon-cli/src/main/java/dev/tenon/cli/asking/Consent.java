package dev.tenon.cli.asking;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.JsonText;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.Approval;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import java.util.Optional;

/**
 * Asks before a tool is called that calls itself destructive.
 *
 * @param keyboard where the user is asked; empty when there is no terminal
 * @param given whether the answer is yes without asking
 */
public record Consent(Screen screen, Optional<Keyboard> keyboard, boolean given) implements Approval {
    @Override
    public boolean callTool(Tool tool, Json arguments) {
        if (given || !saysThatItDestroys(tool)) {
            return true;
        }
        String name = Visible.line(tool.name());
        if (keyboard.isEmpty()) {
            throw new FailureException(
                    ExitCode.REFUSED,
                    "The tool '" + name
                            + "' says that it may destroy something, and there is no terminal to ask you at."
                            + " Nothing was called. If it shall be: --yes");
        }
        screen.note("The tool '" + name + "' says that it may destroy something. It would be called with "
                + JsonText.compact(arguments));
        if (keyboard.get().agrees("Call it?")) {
            return true;
        }
        throw new FailureException(ExitCode.REFUSED, "Nothing was called.");
    }

    /** Only what is said counts: a tool that says nothing of itself may destroy, too, but so may all of them. */
    private static boolean saysThatItDestroys(Tool tool) {
        ToolAnnotations said = tool.annotations();
        return said != null && said.isDestructive() && said.destructiveHint() != null;
    }
}
