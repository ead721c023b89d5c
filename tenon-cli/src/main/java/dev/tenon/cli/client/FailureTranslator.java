package dev.tenon.cli.client;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TextEscaper;
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

/** What users are told of what went wrong with a server, and by which code scripts tell it apart. */
final class FailureTranslator {
    private static final Set<Integer> AUTH_STATUSES = Set.of(401, 403);

    private FailureTranslator() {}

    static CommandFailedException translate(McpClientException e, String target, StderrTail words) {
        String message = TextEscaper.escapeLine(String.valueOf(e.getMessage()));
        int code = ExitCode.PROTOCOL;
        if (e instanceof ResourceNotFoundException missing) {
            message = "The server has no resource '" + TextEscaper.escapeLine(missing.uri())
                    + "'. See: tenon resources ...";
        } else if (e instanceof ServerErrorException error && error.code() == ErrorCode.MISSING_CLIENT_CAPABILITY) {
            message += ". It wants to ask something. Run this at a terminal, or give the answers beforehand with"
                    + " --answer NAME=VALUE or --root DIR.";
        } else if (e instanceof ApprovalDeniedException) {
            code = ExitCode.REFUSED;
        } else if (e instanceof CallCancelledException) {
            code = ExitCode.INTERRUPTED;
        } else if (e instanceof CallTimeoutException) {
            code = ExitCode.CONNECTION;
            message += ". Give it more time with --timeout SECONDS, or see with --trace.";
        } else if (e instanceof HttpStatusException status && AUTH_STATUSES.contains(status.status())) {
            code = ExitCode.CONNECTION;
            message = target + ": " + message + ". If it wants to know who you are: --header Authorization:@FILE";
        } else if (e instanceof ConnectionFailedException) {
            code = ExitCode.CONNECTION;
            message = (message.contains(target) ? message : target + ": " + message) + words.linesMissingIn(message);
        }
        return new CommandFailedException(code, message);
    }
}
