package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpEndpoint;
import dev.tenon.server.http.HttpOptions;
import java.util.Arrays;
import java.util.Set;

/**
 * Fuzzes the HTTP endpoint. The first line of an input is the method and the path, headers follow up to an empty line,
 * the rest is the body. Every request must get exactly one valid response, and the endpoint must still work afterwards.
 * {@code SESSION} and {@code BATCHES} in a header are replaced by the ids of open sessions.
 */
public final class HttpEndpointTarget {
    private static final McpServer SERVER = FuzzServer.start();
    private static final HttpEndpoint ENDPOINT = SERVER.createHttpEndpoint(HttpOptions.DEFAULT.withHttpSse("/sse"));
    private static final SessionPool SESSIONS = new SessionPool(ENDPOINT);
    private static final Set<Integer> STATUSES = Set.of(200, 202, 204, 400, 403, 404, 405, 406, 413, 415, 429, 503);

    private HttpEndpointTarget() {}

    /** Called by the fuzzer: loads classes, so that the first input does not pay for it. */
    public static void fuzzerInitialize() throws InterruptedException {
        fuzzerTestOneInput(new byte[0]);
    }

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) throws InterruptedException {
        int end = endOfHead(input);
        String head = SESSIONS.fillSessionIds(new String(input, 0, Math.max(0, end - 2), ISO_8859_1));
        RecordedResponse response =
                send(ENDPOINT, FuzzRequestHead.of(head), Arrays.copyOfRange(input, end, input.length));
        FuzzAssertions.assertTrue(STATUSES.contains(response.status()), () -> "status " + response.status());
        response.assertValid(new LeakAssertions(input));
        response.disconnect();
        SESSIONS.assertAlive();
        ErrorLog.assertEmpty();
    }

    /** Sends a request and waits for the head of its response. */
    static RecordedResponse send(HttpEndpoint endpoint, FuzzRequestHead head, byte[] body) throws InterruptedException {
        RecordedResponse response = new RecordedResponse();
        HttpBodyReceiver receiver = endpoint.handleRequestHead(head, response);
        if (receiver != null && body.length > receiver.maxBytes()) {
            receiver.onTooLarge();
        } else if (receiver != null) {
            receiver.onBody(body);
        }
        response.awaitHead();
        return response;
    }

    private static int endOfHead(byte[] input) {
        for (int i = 1; i < input.length; i++) {
            if (input[i] == '\n' && input[i - 1] == '\n') {
                return i + 1;
            }
        }
        return input.length;
    }
}
