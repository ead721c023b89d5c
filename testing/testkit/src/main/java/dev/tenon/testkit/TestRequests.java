package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.model.Revision;
import java.util.concurrent.atomic.AtomicLong;

/** Creates valid messages. */
public final class TestRequests {
    private static final AtomicLong COUNT = new AtomicLong();

    private TestRequests() {}

    /** Returns the {@code _meta} member of a request, which is required or allowed in the revision. */
    static String meta(Revision revision) {
        return revision.isStateless()
                ? "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + revision
                        + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
                : "\"_meta\":{}";
    }

    static byte[] initialize(Revision revision) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + revision + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"battery\",\"version\":\"1\"}}}")
                .getBytes(UTF_8);
    }

    static byte[] initialized() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}".getBytes(UTF_8);
    }

    /** Returns a call of a tool without arguments. */
    public static byte[] call(Revision revision, String id, String tool) {
        return request(revision, id, "tools/call", ",\"name\":\"" + tool + "\"");
    }

    /** Returns a request with additional members of its params, which begin with a comma. */
    static byte[] request(Revision revision, String id, String method, String members) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"" + method + "\",\"params\":{" + meta(revision)
                        + members + "}}")
                .getBytes(UTF_8);
    }

    /** Returns a new unique id. */
    static String freshId() {
        return "battery-" + COUNT.incrementAndGet();
    }
}
