package dev.tenon.client.hostile;

import dev.tenon.battery.hostile.Outcome;
import dev.tenon.client.BadAnswerException;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.ServerErrorException;

/** Which outcome an exception is. */
final class Outcomes {
    private Outcomes() {}

    static Outcome of(McpClientException e) {
        if (e instanceof BadAnswerException) {
            return Outcome.BAD_ANSWER;
        }
        if (e instanceof ServerErrorException) {
            return Outcome.SERVER_ERROR;
        }
        if (e instanceof CallTimeoutException) {
            return Outcome.TIMEOUT;
        }
        if (e instanceof ConnectionFailedException) {
            return Outcome.CONNECTION_FAILED;
        }
        if (e instanceof NotSupportedException) {
            return Outcome.NOT_SUPPORTED;
        }
        throw e;
    }
}
