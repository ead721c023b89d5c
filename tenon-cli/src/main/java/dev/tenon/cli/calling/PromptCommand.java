package dev.tenon.cli.calling;

import dev.tenon.cli.argument.TextArguments;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.PromptMessage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;

/** The command {@code tenon prompt}. */
@Command(
        name = "prompt",
        description = "Fills in a prompt of a server, and prints its messages.",
        customSynopsis = {
            "tenon prompt [OPTIONS] URL NAME [ARGUMENT=VALUE...]",
            "tenon prompt [OPTIONS] NAME [ARGUMENT=VALUE...] -- COMMAND [ARGS]"
        })
final class PromptCommand extends AskedCommand {
    @Override
    void check(List<String> rest) {
        if (rest.isEmpty()) {
            throw FailureException.misused("The name of the prompt is missing. See the names with: tenon prompts ...");
        }
    }

    @Override
    int run(Session session, List<String> rest) {
        Prompt prompt =
                Named.find("prompt", rest.get(0), session.client().prompts().all(), Prompt::name);
        Map<String, String> arguments = TextArguments.of(
                "The prompt '" + Visible.line(prompt.name()) + "'",
                prompt.arguments().stream().map(PromptArgument::name).toList(),
                rest.subList(1, rest.size()));
        for (PromptArgument argument : prompt.arguments()) {
            if (argument.required() && !arguments.containsKey(argument.name())) {
                String name = Visible.line(argument.name());
                String about = Titles.of(argument.description(), argument.title());
                throw FailureException.misused("The prompt '" + Visible.line(prompt.name()) + "' needs the argument '"
                        + name + "'" + (about.isEmpty() ? "" : " (" + about + ")") + ". Add " + name + "=VALUE.");
            }
        }
        GetPromptResult result = session.client().getPrompt(prompt.name(), arguments, watched(session));
        session.show(() -> session.wiretap().last("prompts/get"), () -> print(session.screen(), prompt, result));
        return ExitCode.OK;
    }

    private void print(Screen screen, Prompt prompt, GetPromptResult result) {
        ContentPrinter printer = new ContentPrinter(screen, new Storage(output, prompt.name()));
        for (PromptMessage message : result.messages()) {
            screen.line(screen.bold(message.role().name().toLowerCase(Locale.ROOT) + ":"));
            printer.print(message.content());
        }
    }
}
