package dev.tenon.cli.client;

import dev.tenon.cli.argument.TextArgumentParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.Completion;
import dev.tenon.model.CompletionRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** The command {@code tenon complete}. */
@Command(
        name = "complete",
        description = "Asks a server how an argument of a prompt, or a variable of a template, could go on.",
        customSynopsis = {
            "tenon complete [OPTIONS] URL OF [ARGUMENT=VALUE...] ARGUMENT=BEGUN",
            "tenon complete [OPTIONS] OF [ARGUMENT=VALUE...] ARGUMENT=BEGUN -- COMMAND [ARGS]"
        },
        footer = {
            "",
            "OF is prompt:NAME, or the template of a URI. The last argument is completed; those before it",
            "are filled in already.",
            "",
            "Example:",
            "  tenon complete http://127.0.0.1:8080/mcp prompt:greet style=w"
        })
final class CompleteCommand extends ClientCommand {
    private static final String PROMPT = "prompt:";

    @Override
    void checkArguments(List<String> rest) {
        if (rest.size() < 2) {
            throw CommandFailedException.usageError(
                    "Something is missing. Write what has the argument, prompt:NAME or the template"
                            + " of a URI, and the argument as far as it goes, such as: prompt:greet style=w");
        }
        parseArguments(rest);
    }

    /** The last of them is to be completed. */
    private static Map<String, String> parseArguments(List<String> rest) {
        return TextArgumentParser.parse(rest.subList(1, rest.size()));
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        String of = rest.get(0);
        CompletionRef ref = of.startsWith(PROMPT)
                ? CompletionRef.prompt(of.substring(PROMPT.length()))
                : CompletionRef.resource(of);
        Map<String, String> given = new LinkedHashMap<>(parseArguments(rest));
        String last = List.copyOf(given.keySet()).get(given.size() - 1);
        String begun = String.valueOf(given.remove(last));
        Completion completion =
                session.client().complete(CompleteParams.of(ref, last, begun).withContext(given), session.options());
        session.printResult(
                () -> session.recorder().takeLast("completion/complete"), () -> print(session.screen(), completion));
        return ExitCode.OK;
    }

    private static void print(TerminalOutput screen, Completion completion) {
        completion.values().forEach(value -> screen.printLine(TextEscaper.escapeLine(value)));
        Long total = completion.total();
        boolean more = Boolean.TRUE.equals(completion.hasMore());
        if (total != null && total > completion.values().size()) {
            screen.printNote("These are " + completion.values().size() + " of " + total + ".");
        } else if (more) {
            screen.printNote("There are more.");
        }
    }
}
