package dev.tenon.client.internal.call;

import dev.tenon.client.CallOptions;
import dev.tenon.client.internal.connection.McpConnection;
import dev.tenon.client.internal.transport.MirroredHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.internal.Deadline;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.Methods;
import dev.tenon.model.ProgressToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An operation whose steps the test defines; it records which ones ran. */
final class FakeOperation extends CallOperation<String> {
    final List<String> steps = new ArrayList<>();
    final List<@Nullable ProgressToken> tokens = new ArrayList<>();

    /** Whether the request can be sent without blocking. */
    boolean nonBlocking = true;

    Runnable encoding = () -> {};
    Function<Json, @Nullable String> decoding = Json::toString;

    FakeOperation(CallOptions options) {
        super(Methods.PING, EmptyParams.EMPTY, options, Deadline.after(Duration.ofHours(1)), null);
    }

    @Override
    boolean prepareAndTestNonBlocking(McpConnection connection) {
        steps.add("prepare");
        return nonBlocking;
    }

    @Override
    Json encodeParams(McpConnection connection, @Nullable ProgressToken token) {
        steps.add("encode");
        tokens.add(token);
        encoding.run();
        return Json.EMPTY_OBJECT;
    }

    @Override
    MirroredHeaders mirroredHeaders(McpConnection connection, Json encoded) {
        return MirroredHeaders.NONE;
    }

    @Override
    void awaitRequestNotifications() {
        steps.add("end");
    }

    @Override
    @Nullable String decodeResult(McpConnection connection, Json response) {
        steps.add("decode");
        return decoding.apply(response);
    }
}
