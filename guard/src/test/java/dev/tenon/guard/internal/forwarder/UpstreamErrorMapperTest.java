package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.error.ConnectionFailedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.BreakerLimits;
import dev.tenon.guard.internal.error.UpstreamErrorMapper;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import org.junit.jupiter.api.Test;

class UpstreamErrorMapperTest {
    private static final String TOKEN = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";

    /** Issue 20, item 13: a server determines neither the length of a log line nor its line breaks. */
    @Test
    void an_error_of_a_server_is_truncated_in_the_log() {
        try (LogCapture log = new LogCapture()) {
            RpcError error = new RpcError(-32603, "java.lang.IllegalStateException: no")
                    .withData("\u202e" + "d".repeat(1_000_000));
            new UpstreamErrorMapper("files")
                    .toClientError(
                            new ServerErrorException(error), Methods.CALL_TOOL, Json.EMPTY_OBJECT, Revision.newest());

            assertThat(log.capturedText())
                    .contains(
                            "Call failed: upstream=files, method=tools/call, cause=",
                            "java.lang.IllegalStateException: no",
                            "\\u202eddd")
                    .hasSizeLessThan(2000);
        }
    }

    /** Issue 20, item 30: secrets in texts of a server are redacted in the log. */
    @Test
    void secrets_in_server_texts_are_redacted_in_the_log() {
        ConnectionFailedException lost = new ConnectionFailedException("bad key " + TOKEN);
        RpcError error = new RpcError(-32603, "java.lang.IllegalStateException: " + TOKEN)
                .withData("d".repeat(470) + " " + TOKEN);
        RpcError version = new RpcError(ErrorCode.HEADER_MISMATCH, "no " + TOKEN);
        CircuitBreaker breaker = new CircuitBreaker("files", BreakerLimits.DEFAULT);
        UpstreamErrorMapper mapper = new UpstreamErrorMapper("files");
        try (LogCapture log = new LogCapture()) {
            mapper.toConnectError(lost);
            mapper.toClientError(lost, Methods.CALL_TOOL, Json.EMPTY_OBJECT, Revision.newest());
            mapper.toClientError(
                    new ServerErrorException(error), Methods.CALL_TOOL, Json.EMPTY_OBJECT, Revision.newest());
            mapper.toClientError(
                    new ServerErrorException(version), Methods.CALL_TOOL, Json.EMPTY_OBJECT, Revision.newest());
            for (int i = 0; i < BreakerLimits.DEFAULT.failures(); i++) {
                breaker.acquireForConnect().onFailure(lost);
            }

            assertThat(log.capturedText().lines().filter(line -> line.contains("upstream=files")))
                    .hasSize(5)
                    .allMatch(line -> line.contains("[redacted: github-token]"));
            assertThat(log.capturedText()).contains("ddd [redacted: ").doesNotContain("ghp_");
        }
    }

    @Test
    void a_method_name_of_a_peer_is_truncated_and_on_one_line() {
        Method<EmptyParams, EmptyResult> method =
                new Method<>("x\nforged" + "m".repeat(1_000_000), EmptyParams.class, EmptyResult.class);
        try (LogCapture log = new LogCapture()) {
            new UpstreamErrorMapper("files")
                    .toClientError(new ConnectionFailedException("gone"), method, Json.EMPTY_OBJECT, Revision.newest());

            assertThat(log.capturedText())
                    .contains("Call failed: upstream=files, method=", "cause=gone")
                    .doesNotContain("\nforged")
                    .hasSizeLessThan(2000);
        }
    }

    /** Issue 20: each log line names its upstream. */
    @Test
    void connect_and_header_errors_name_the_upstream() {
        ServerErrorException error = new ServerErrorException(new RpcError(ErrorCode.HEADER_MISMATCH, "no"));
        try (LogCapture log = new LogCapture()) {
            new UpstreamErrorMapper("files").toConnectError(error);
            new UpstreamErrorMapper("files")
                    .toClientError(error, Methods.CALL_TOOL, Json.EMPTY_OBJECT, Revision.newest());

            assertThat(log.capturedText())
                    .contains(
                            "Could not connect to upstream: upstream=files, cause=",
                            "own headers or version: upstream=files, method=tools/call, cause=");
        }
    }
}
