package dev.tenon.cli.client;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.ResourceContents;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code tenon read}. */
@Command(
        name = "read",
        description = "Reads a resource of a server.",
        customSynopsis = {"tenon read [OPTIONS] URL URI", "tenon read [OPTIONS] URI -- COMMAND [ARGS]"})
final class ReadCommand extends InputCapableCommand {
    @Override
    void checkArgumentsBeforeConnecting(List<String> rest) {
        if (rest.isEmpty()) {
            throw usageError("The URI of the resource is missing. List the URIs with: tenon resources ...");
        }
        requireAtMost(1, rest, "read accepts a server and one URI.");
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        String uri = rest.get(0);
        ReadResourceResult result = session.client().readResource(uri, progressOptions(session));
        session.printResult(
                () -> session.recorder().takeNewest("resources/read"), () -> print(session.screen(), uri, result));
        return ExitCode.OK;
    }

    private void print(TerminalOutput screen, String uri, ReadResourceResult result) {
        ContentPrinter printer = new ContentPrinter(screen, new ContentFileWriter(output, deriveFileBaseName(uri)));
        boolean several = result.contents().size() > 1;
        for (ResourceContents contents : result.contents()) {
            if (several) {
                screen.printLine(screen.bold(TextEscaper.escapeLine(contents.uri())));
            }
            printer.print(contents);
        }
    }

    private static String deriveFileBaseName(String uri) {
        return uri.replaceFirst("[?#].*", "")
                .replaceFirst("/+$", "")
                .replaceFirst(".*/", "")
                .replaceFirst("(?<=.)\\.[^.]*$", "");
    }
}
