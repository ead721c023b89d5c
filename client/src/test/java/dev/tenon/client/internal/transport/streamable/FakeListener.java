package dev.tenon.client.internal.transport.streamable;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.client.internal.transport.ClientTransport;
import dev.tenon.jsonrpc.RequestId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records what a transport reports. A message with the text {@code result} is the response to its exchange. */
final class FakeListener implements ClientTransport.TransportListener {
    final List<String> events = new ArrayList<>();
    final List<RuntimeException> failures = new ArrayList<>();

    @Override
    public boolean onMessage(byte[] bytes, @Nullable RequestId exchange) {
        String text = new String(bytes, UTF_8);
        events.add(text);
        return exchange != null && text.contains("result");
    }

    @Override
    public void onOversizedMessage(@Nullable RequestId exchange) {
        events.add("oversized in " + exchange);
    }

    @Override
    public void onRequestFailed(RequestId id, RuntimeException reason) {
        events.add("failed " + id);
        failures.add(reason);
    }

    @Override
    public void onClosed(String reason) {
        events.add("closed: " + reason);
    }
}
