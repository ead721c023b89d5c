package dev.tenon.guard.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ConnectionFailedException;
import dev.tenon.client.ServerErrorException;
import dev.tenon.guard.credentials.LogCapture;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_ERR) // whose log it reads
class TroubleTest {

    /** Issue 20, item 13: a server does not choose how long a line of the log is, and writes no line of its own. */
    @Test
    void what_a_failed_server_says_is_short_in_the_log() {
        try (LogCapture log = new LogCapture()) {
            RpcError error = new RpcError(-32603, "java.lang.IllegalStateException: no")
                    .withData("\u202e" + "d".repeat(1_000_000));
            Trouble.of(new ServerErrorException(error), Methods.CALL_TOOL, Json.EMPTY_OBJECT, Revision.newest());

            assertThat(log.text())
                    .contains("failed behind: \"java.lang.IllegalStateException: no\"", "\\u202eddd")
                    .hasSizeLessThan(2000);
        }
    }

    @Test
    void a_method_that_a_peer_chose_is_short_in_the_log_and_on_one_line() {
        Method<EmptyParams, EmptyResult> method =
                new Method<>("x\nforged" + "m".repeat(1_000_000), EmptyParams.class, EmptyResult.class);
        try (LogCapture log = new LogCapture()) {
            Trouble.of(new ConnectionFailedException("gone"), method, Json.EMPTY_OBJECT, Revision.newest());

            assertThat(log.text())
                    .contains("failed behind")
                    .doesNotContain("\nforged")
                    .hasSizeLessThan(2000);
        }
    }
}
