package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.CONNECTION_FAILED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.TIMEOUT;

import java.util.List;

/** Invalid HTTP responses and event streams. */
final class HttpResponseMisbehaviours {
    private static final ObservedOutcome[] FAILS = {INVALID_RESPONSE, CONNECTION_FAILED, ObservedOutcome.SERVER_ERROR};
    private static final String EVENTS = "200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

    static final List<Misbehaviour> ALL = List.of(
            http("status-500-with-a-page", page("500 Oops", "text/html", "<h1>at a.b.C(D.java:1)</h1>")),
            http("status-200-with-a-page", page("200 OK", "text/html", "<html>Log in</html>")),
            http("status-200-without-body", page("200 OK", "application/json", "")),
            http("status-202-to-a-request", "202 Accepted\r\nContent-Length: 0\r\n\r\n"),
            http("status-204-to-a-request", "204 No Content\r\n\r\n"),
            http("status-unknown", page("799 Whatever", "text/plain", "x")),
            http("status-401-without-a-challenge", page("401 Unauthorized", "text/plain", "x")),
            http("status-429-without-end", "429 Too Many\r\nRetry-After: 99999999\r\nContent-Length: 0\r\n\r\n"),
            http(
                    "redirect-to-another-host",
                    "307 Moved\r\nLocation: http://127.0.0.2:9/mcp\r\nContent-Length: 0\r\n\r\n"),
            http(
                    "redirect-to-the-metadata-service",
                    "302 Found\r\nLocation: http://169.254.169.254/latest\r\nContent-Length: 0\r\n\r\n"),
            http("redirect-to-a-file", "308 Moved\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"),
            http("redirect-in-a-loop", "307 Moved\r\nLocation: /mcp\r\nContent-Length: 0\r\n\r\n"),
            http("redirect-to-nowhere", "307 Moved\r\nContent-Length: 0\r\n\r\n"),
            http("content-type-missing", "200 OK\r\nContent-Length: 2\r\n\r\n{}"),
            http("content-type-of-nonsense", page("200 OK", ";;;=", "{}")),
            http(
                    "body-compressed-unasked",
                    "200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
                            + "Content-Length: 3\r\n\r\n\u001f\u008b\b"),
            http(
                    "body-shorter-than-said",
                    "200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"jsonrpc\""),
            http(
                    "chunks-of-nonsense",
                    "200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"),
            http("no-http-at-all", "\u0000\u0001SSH-2.0-OpenSSH\r\n\r\n"),
            http("headers-of-megabytes", "200 OK\r\nX-Much: " + "h".repeat(4 << 20) + "\r\nContent-Length: 0\r\n\r\n"),
            http("session-id-of-nonsense", "200 OK\r\nMcp-Session-Id: \u00e4 b\u0007\r\nContent-Length: 0\r\n\r\n"),
            http("events-without-an-answer", EVENTS + ": hello\n\ndata: \n\n"),
            http("events-that-are-none", EVENTS + "hello\nworld\n\nevent\n\n"),
            http("event-of-another-name", EVENTS + "event: endpoint\ndata: http://169.254.169.254/\n\n"),
            http("event-id-with-a-nul", EVENTS + "id: a\0b\nretry: 99999999999999999999\ndata: nonsense\n\n"),
            ofScript(
                            "comments-without-end",
                            CALL,
                            (request, out) -> {
                                for (int i = 0; i < 100; i++) {
                                    out.writeEvents(": still there\n\n");
                                    out.sleep(100);
                                }
                            },
                            TIMEOUT)
                    .onlyHttp(),
            ofScript(
                            "comments-by-the-hundred-thousand",
                            CALL,
                            (request, out) -> {
                                String comments = ": x\nretry: 1\nunknown: y\n\n".repeat(1000);
                                for (int i = 0; i < 100; i++) {
                                    out.writeEvents(comments);
                                }
                                out.respondCorrectly();
                            },
                            SUCCEEDS)
                    .onlyHttp(),
            ofScript(
                            "event-lines-of-64-megabytes",
                            CALL,
                            (request, out) -> {
                                for (int i = 0; i < 64; i++) {
                                    out.writeEvents("x".repeat(1 << 20));
                                }
                                out.writeEvents("\n\n");
                                out.respondCorrectly();
                            },
                            SUCCEEDS,
                            INVALID_RESPONSE,
                            CONNECTION_FAILED)
                    .onlyHttp());

    private HttpResponseMisbehaviours() {}

    private static String page(String status, String type, String body) {
        return status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static Misbehaviour http(String name, String response) {
        return ofScript(name, CALL, (request, out) -> out.writeHttpResponse(response), FAILS)
                .onlyHttp();
    }
}
