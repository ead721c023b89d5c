package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.ResourceContents;
import java.util.List;
import picocli.CommandLine.Command;

/** The command {@code tenon read}. */
@Command(
        name = "read",
        description = "Reads a resource of a server.",
        customSynopsis = {"tenon read [OPTIONS] URL URI", "tenon read [OPTIONS] URI -- COMMAND [ARGS]"})
final class ReadCommand extends AskedCommand {
    @Override
    void check(List<String> rest) {
        if (rest.isEmpty()) {
            throw FailureException.misused("The URI of the resource is missing. See them with: tenon resources ...");
        }
        atMost(1, rest, "read takes a server and one URI.");
    }

    @Override
    int run(Session session, List<String> rest) {
        String uri = rest.get(0);
        ReadResourceResult result = session.client().readResource(uri, watched(session));
        session.show(() -> session.wiretap().last("resources/read"), () -> print(session.screen(), uri, result));
        return ExitCode.OK;
    }

    private void print(Screen screen, String uri, ReadResourceResult result) {
        ContentPrinter printer = new ContentPrinter(screen, new Storage(output, lastSegment(uri)));
        boolean several = result.contents().size() > 1;
        for (ResourceContents contents : result.contents()) {
            if (several) {
                screen.line(screen.bold(Visible.line(contents.uri())));
            }
            printer.print(contents);
        }
    }

    private static String lastSegment(String uri) {
        return uri.replaceFirst("[?#].*", "")
                .replaceFirst("/+$", "")
                .replaceFirst(".*/", "")
                .replaceFirst("(?<=.)\\.[^.]*$", "");
    }
}
