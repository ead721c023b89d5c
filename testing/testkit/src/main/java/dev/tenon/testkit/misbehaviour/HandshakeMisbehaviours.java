package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofModifiedResponse;
import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofResponse;
import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CONNECT;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.START;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.CONNECTION_FAILED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.NOT_SUPPORTED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SERVER_ERROR;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.TIMEOUT;

import java.util.List;

/** Servers that misbehave at the start of a connection. */
final class HandshakeMisbehaviours {
    private static final ObservedOutcome[] FAILS = {INVALID_RESPONSE, CONNECTION_FAILED, NOT_SUPPORTED, SERVER_ERROR};

    static final List<Misbehaviour> ALL = List.of(
            initialize("protocol-version-unknown", "\"2025-11-25\"", "\"2199-01-01\""),
            initialize("protocol-version-newest-by-handshake", "\"2025-11-25\"", "\"2026-07-28\""),
            initialize("protocol-version-a-number", "\"2025-11-25\"", "20251125"),
            initialize("protocol-version-missing", "\"protocolVersion\":\"2025-11-25\",", ""),
            initialize("server-info-missing", ",\"serverInfo\":{\"name\":\"hostile\",\"version\":\"1\"}", ""),
            initialize("server-info-a-text", "{\"name\":\"hostile\",\"version\":\"1\"}", "\"hostile\""),
            initialize("server-name-a-number", "\"hostile\"", "7"),
            initialize("server-version-missing", ",\"version\":\"1\"", ""),
            initialize("capabilities-missing", "\"capabilities\":", "\"talents\":"),
            initialize("tools-capability-a-text", "\"tools\":{\"listChanged\":true}", "\"tools\":\"many\""),
            ofModifiedResponse(
                    "capabilities-an-array",
                    CONNECT,
                    valid -> valid.replaceAll("\"capabilities\":\\{.*?\\{\\}\\}", "\"capabilities\":[]"),
                    FAILS),
            ofModifiedResponse(
                    "instructions-a-number",
                    CONNECT,
                    valid -> valid.replace("\"capabilities\"", "\"instructions\":1,\"capabilities\""),
                    FAILS),
            ofModifiedResponse(
                    "instructions-of-megabytes",
                    CONNECT,
                    valid -> valid.replace(
                            "\"capabilities\"", "\"instructions\":\"" + "i".repeat(6 << 20) + "\",\"capabilities\""),
                    SUCCEEDS),
            discover("versions-missing", "\"supportedVersions\":", "\"versions\":"),
            discover("versions-a-text", "[\"2026-07-28\"]", "\"2026-07-28\""),
            discover("versions-empty", "[\"2026-07-28\"]", "[]"),
            discover("versions-of-numbers", "[\"2026-07-28\"]", "[2026]"),
            discover("versions-all-unknown", "2026-07-28", "2199-01-01"),
            ofResponse(
                            "version-refused-and-none-named",
                            CONNECT,
                            request -> request.errorMessage(-32022, "Unsupported protocol version"),
                            FAILS)
                    .onlyInEra(ProtocolEra.STATELESS),
            ofResponse(
                            "version-refused-and-the-same-named",
                            CONNECT,
                            request -> request.responseMessage(
                                    "\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":1}}"),
                            FAILS)
                    .onlyInEra(ProtocolEra.STATELESS),
            ofResponse(
                    "initialize-answered-with-an-error",
                    CONNECT,
                    request -> request.errorMessage(-32603, "Not today"),
                    FAILS),
            ofResponse(
                    "initialize-answered-with-a-list",
                    CONNECT,
                    request -> request.cacheableResultMessage("\"tools\":[]"),
                    FAILS),
            ofScript("closes-at-the-first-question", CONNECT, (request, out) -> out.disconnect(), FAILS),
            ofScript(
                    "closes-after-the-first-answer",
                    CONNECT,
                    (request, out) -> {
                        out.respondCorrectly();
                        out.disconnect();
                    },
                    CONNECTION_FAILED,
                    SUCCEEDS),
            ofScript(
                    "never-answers-the-first-question",
                    CONNECT,
                    (request, out) -> out.sleep(30_000),
                    TIMEOUT,
                    CONNECTION_FAILED),
            ofScript(
                    "asks-for-input-in-the-handshake",
                    CONNECT,
                    (request, out) -> out.writeMessage(request.responseMessage(
                            "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}")),
                    FAILS),
            ofScript(
                            "chatter-before-the-handshake",
                            START,
                            (request, out) -> {
                                out.writeMessage("Starting server v1.2.3 ...");
                                out.writeMessage("Exception in thread \"main\" java.lang.IllegalStateException: {");
                                out.writeMessage("\tat com.example.Main.main(Main.java:1)");
                                out.writeMessage("");
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            ofScript(
                            "messages-before-the-handshake",
                            START,
                            (request, out) -> {
                                out.writeNotificationOrRequest(
                                        "notifications/message", ",\"params\":{\"level\":\"info\",\"data\":\"early\"}");
                                out.writeNotificationOrRequest("ping", ",\"id\":1");
                                out.writeMessage("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
                                out.writeNotificationOrRequest("notifications/tools/list_changed", "");
                            },
                            SUCCEEDS,
                            INVALID_RESPONSE)
                    .onlyStdio(),
            ofScript("ends-at-once", START, (request, out) -> out.disconnect(), CONNECTION_FAILED)
                    .onlyStdio());

    private HandshakeMisbehaviours() {}

    private static Misbehaviour initialize(String name, String valid, String invalid) {
        return ofModifiedResponse(name, CONNECT, response -> response.replace(valid, invalid), FAILS)
                .onlyInEra(ProtocolEra.LEGACY);
    }

    private static Misbehaviour discover(String name, String valid, String invalid) {
        return ofModifiedResponse(name, CONNECT, response -> response.replace(valid, invalid), FAILS)
                .onlyInEra(ProtocolEra.STATELESS);
    }
}
