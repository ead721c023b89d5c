package dev.tenon.cli.client;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.argument.UntypedArgumentParser;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
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
        description = "Gets a prompt from a server and prints its messages.",
        customSynopsis = {
            "tenon prompt [OPTIONS] URL NAME [ARGUMENT=VALUE...]",
            "tenon prompt [OPTIONS] NAME [ARGUMENT=VALUE...] -- COMMAND [ARGS]"
        })
final class PromptCommand extends InputCapableCommand {
    @Override
    void checkArgumentsBeforeConnecting(List<String> rest) {
        if (rest.isEmpty()) {
            throw usageError("The name of the prompt is missing. List the names with: tenon prompts ...");
        }
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        Prompt prompt =
                requireItem("prompt", rest.get(0), session.client().prompts().toList(), Prompt::name);
        Map<String, String> arguments = UntypedArgumentParser.parse(
                "The prompt '" + TextEscaper.escapeLine(prompt.name()) + "'",
                prompt.arguments().stream().map(PromptArgument::name).toList(),
                rest.subList(1, rest.size()));
        for (PromptArgument argument : prompt.arguments()) {
            if (argument.required() && !arguments.containsKey(argument.name())) {
                String name = TextEscaper.escapeLine(argument.name());
                String about = TextEscaper.escapeSummary(argument.description(), argument.title());
                throw usageError("The prompt '" + TextEscaper.escapeLine(prompt.name()) + "' needs the argument '"
                        + name + "'" + (about.isEmpty() ? "" : " (" + about + ")") + ". Add " + name + "=VALUE.");
            }
        }
        GetPromptResult result = session.client().getPrompt(prompt.name(), arguments, progressOptions(session));
        session.printResult(
                () -> session.recorder().takeNewest("prompts/get"), () -> print(session.screen(), prompt, result));
        return ExitCode.OK;
    }

    private void print(TerminalOutput screen, Prompt prompt, GetPromptResult result) {
        ContentPrinter printer = new ContentPrinter(screen, new ContentFileWriter(output, prompt.name()));
        for (PromptMessage message : result.messages()) {
            screen.printLine(screen.bold(message.role().name().toLowerCase(Locale.ROOT) + ":"));
            printer.print(message.content());
        }
    }
}
