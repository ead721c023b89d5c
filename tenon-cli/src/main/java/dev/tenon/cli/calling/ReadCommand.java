package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
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
    ReadCommand(Start start) {
        super(start);
    }

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
        if (server.json) {
            session.print(session.wiretap().last("resources/read"));
            return ExitCode.OK;
        }
        ContentPrinter printer = new ContentPrinter(session.screen(), new Storage(output, lastSegment(uri)));
        boolean several = result.contents().size() > 1;
        for (ResourceContents contents : result.contents()) {
            if (several) {
                session.screen().line(session.screen().bold(Visible.line(contents.uri())));
            }
            printer.print(contents);
        }
        return ExitCode.OK;
    }

    /** Without its ending, which is made of the type. */
    private static String lastSegment(String uri) {
        return uri.replaceFirst("[?#].*", "")
                .replaceFirst("/+$", "")
                .replaceFirst(".*/", "")
                .replaceFirst("(?<=.)\\.[^.]*$", "");
    }
}
