package dev.tenon.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.LogParams;
import dev.tenon.model.Root;
import dev.tenon.model.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A client with all capabilities, which records requests and notifications of the server. */
final class RecordingClient implements ClientListener, AutoCloseable {
    static final long TIMEOUT_SECONDS = 30;
    static final String ROOT = "file:///srv/garden";

    final BlockingQueue<String> updated = new LinkedBlockingQueue<>();
    final BlockingQueue<String> changed = new LinkedBlockingQueue<>();
    final BlockingQueue<LogParams> logged = new LinkedBlockingQueue<>();
    final List<String> requests = new ArrayList<>();
    final McpClient client;

    RecordingClient(ServerTarget target) {
        client = builder().connect(target);
    }

    private ClientBuilder builder() {
        return McpClient.builder("guest", "1.0.0")
                .listener(this)
                .roots(Root.of(ROOT).withName("garden"))
                .onForm((form, requester) -> {
                    requests.add(form.message());
                    return ElicitResult.accept(Json.of(Map.of("name", "Ada")));
                })
                .onUrl((url, requester) -> {
                    requests.add(url.url());
                    return ElicitResult.accept();
                })
                .onSampling((request, requester) -> {
                    requests.add("sample");
                    return CreateMessageResult.of("parrot", Content.text("Good day"));
                });
    }

    @Override
    public void onResourceUpdated(String uri) {
        updated.add(uri);
    }

    @Override
    public void onToolsChanged() {
        changed.add("tools");
    }

    @Override
    public void onLogMessage(LogParams message) {
        logged.add(message);
    }

    /** Returns the text of the result of a tool. */
    String callForText(String tool, Object arguments) {
        return text(client.callTool(tool, arguments));
    }

    static String text(CallToolResult result) {
        return result.content().stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining());
    }

    static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T event = queue.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertThat(event).as("the notification of the server").isNotNull();
        return event;
    }

    /** The next event that matches; events before it are dropped. */
    static <T> T nextMatching(BlockingQueue<T> queue, Predicate<T> expected) throws InterruptedException {
        T event = next(queue);
        while (!expected.test(event)) {
            event = next(queue);
        }
        return event;
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.sleep(20);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
