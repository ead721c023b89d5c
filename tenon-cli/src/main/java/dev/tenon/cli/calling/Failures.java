package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.HttpStatusException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.NotApprovedException;
import dev.tenon.client.ResourceNotFoundException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.jsonrpc.ErrorCode;
import java.util.Set;

/** What users are told of what went wrong with a server, and by which code scripts tell it apart. */
final class Failures {
    private static final Set<Integer> WHO_ARE_YOU = Set.of(401, 403);

    private Failures() {}

    static FailureException of(McpClientException e, String target, LastWords words) {
        String message = Visible.line(String.valueOf(e.getMessage()));
        int code = ExitCode.PROTOCOL;
        if (e instanceof ResourceNotFoundException missing) {
            message = "The server has no resource '" + Visible.line(missing.uri()) + "'. See: tenon resources ...";
        } else if (e instanceof ServerErrorException error && error.code() == ErrorCode.MISSING_CLIENT_CAPABILITY) {
            message += ". It wants to ask something. Run this at a terminal, or give the answers beforehand with"
                    + " --answer NAME=VALUE or --root DIR.";
        } else if (e instanceof NotApprovedException) {
            code = ExitCode.REFUSED;
        } else if (e instanceof CallCancelledException) {
            code = ExitCode.INTERRUPTED;
        } else if (e instanceof CallTimeoutException) {
            code = ExitCode.CONNECTION;
            message += ". Give it more time with --timeout SECONDS, or see with --trace.";
        } else if (e instanceof HttpStatusException status && WHO_ARE_YOU.contains(status.status())) {
            code = ExitCode.CONNECTION;
            message = target + ": " + message + ". If it wants to know who you are: --header Authorization:@FILE";
        } else if (e instanceof ConnectionFailedException) {
            code = ExitCode.CONNECTION;
            message = (message.contains(target) ? message : target + ": " + message) + words.missingIn(message);
        }
        return new FailureException(code, message);
    }
}
