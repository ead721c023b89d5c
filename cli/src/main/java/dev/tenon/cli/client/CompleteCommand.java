package dev.tenon.cli.client;

import dev.tenon.cli.argument.UntypedArgumentParser;
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
        description = "Completes an argument of a prompt or a variable of a URI template.",
        customSynopsis = {
            "tenon complete [OPTIONS] URL REF [ARGUMENT=VALUE...] ARGUMENT=PREFIX",
            "tenon complete [OPTIONS] REF [ARGUMENT=VALUE...] ARGUMENT=PREFIX -- COMMAND [ARGS]"
        },
        footer = {
            "",
            "REF is prompt:NAME or a URI template. The last argument is completed; the arguments before it",
            "have their values already.",
            "",
            "Example:",
            "  tenon complete http://127.0.0.1:8080/mcp prompt:greet style=w"
        })
final class CompleteCommand extends ClientCommand {
    private static final String PROMPT = "prompt:";

    @Override
    void checkArguments(List<String> rest) {
        if (rest.size() < 2) {
            throw CommandFailedException.usageError("Arguments are missing. Write prompt:NAME or a URI template,"
                    + " and the argument to complete, such as: prompt:greet style=w");
        }
        parseArgumentsAfterRef(rest);
    }

    /** Parses the arguments; the last one is to be completed. */
    private static Map<String, String> parseArgumentsAfterRef(List<String> rest) {
        return UntypedArgumentParser.parse(rest.subList(1, rest.size()));
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        String target = rest.get(0);
        CompletionRef ref = target.startsWith(PROMPT)
                ? CompletionRef.prompt(target.substring(PROMPT.length()))
                : CompletionRef.resource(target);
        Map<String, String> arguments = new LinkedHashMap<>(parseArgumentsAfterRef(rest));
        String last = List.copyOf(arguments.keySet()).get(arguments.size() - 1);
        String prefix = String.valueOf(arguments.remove(last));
        Completion completion = session.client()
                .complete(CompleteParams.of(ref, last, prefix).withContext(arguments), session.options());
        session.printResult(
                () -> session.recorder().takeNewest("completion/complete"), () -> print(session.screen(), completion));
        return ExitCode.OK;
    }

    private static void print(TerminalOutput screen, Completion completion) {
        completion.values().forEach(value -> screen.printLine(TextEscaper.escapeLine(value)));
        Long total = completion.total();
        boolean more = Boolean.TRUE.equals(completion.hasMore());
        if (total != null && total > completion.values().size()) {
            screen.printNote("Shown: " + completion.values().size() + " of " + total + ".");
        } else if (more) {
            screen.printNote("More values are available.");
        }
    }
}
