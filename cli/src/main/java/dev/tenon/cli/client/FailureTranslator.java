package dev.tenon.cli.client;

import static dev.tenon.cli.terminal.TextEscaper.escapeLine;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.CallCancelledException;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.HttpStatusException;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ResourceNotFoundException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.jsonrpc.ErrorCode;
import java.util.Set;

/** Translates client exceptions to exit codes and messages for users. */
final class FailureTranslator {
    private static final Set<Integer> AUTH_STATUSES = Set.of(401, 403);

    private FailureTranslator() {}

    static CommandFailedException translate(McpClientException e, String target, StderrTail stderrTail) {
        String message = escapeLine(String.valueOf(e.getMessage()));
        int code = ExitCode.PROTOCOL;
        if (e instanceof ResourceNotFoundException missing) {
            message = "The server has no resource '" + escapeLine(missing.uri()) + "'. See: tenon resources ...";
        } else if (e instanceof ServerErrorException error && error.code() == ErrorCode.MISSING_CLIENT_CAPABILITY) {
            message += ". The server requires user input. Run the command at a terminal, or provide the input with"
                    + " --answer NAME=VALUE or --root DIR.";
        } else if (e instanceof ApprovalDeniedException) {
            code = ExitCode.REFUSED;
        } else if (e instanceof CallCancelledException) {
            code = ExitCode.INTERRUPTED;
        } else if (e instanceof CallTimeoutException) {
            code = ExitCode.CONNECTION;
            message += ". Increase the limit with --timeout SECONDS, or inspect the messages with --trace.";
        } else if (e instanceof HttpStatusException status && AUTH_STATUSES.contains(status.status())) {
            code = ExitCode.CONNECTION;
            message = target + ": " + message + ". To authenticate, use --header Authorization:@FILE";
        } else if (e instanceof ConnectionFailedException) {
            code = ExitCode.CONNECTION;
            message = (message.contains(target) ? message : target + ": " + message)
                    + stderrTail.formatLinesMissingIn(message);
        }
        return new CommandFailedException(code, message);
    }
}
