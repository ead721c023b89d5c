package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.modifyingResponse;
import static dev.tenon.testkit.misbehaviour.Misbehaviour.respondingWith;
import static dev.tenon.testkit.misbehaviour.Misbehaviour.runningScript;
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
            modifyingResponse(
                    "capabilities-an-array",
                    CONNECT,
                    good -> good.replaceAll("\"capabilities\":\\{.*?\\{\\}\\}", "\"capabilities\":[]"),
                    FAILS),
            modifyingResponse(
                    "instructions-a-number",
                    CONNECT,
                    good -> good.replace("\"capabilities\"", "\"instructions\":1,\"capabilities\""),
                    FAILS),
            modifyingResponse(
                    "instructions-of-megabytes",
                    CONNECT,
                    good -> good.replace(
                            "\"capabilities\"", "\"instructions\":\"" + "i".repeat(6 << 20) + "\",\"capabilities\""),
                    SUCCEEDS),
            discover("versions-missing", "\"supportedVersions\":", "\"versions\":"),
            discover("versions-a-text", "[\"2026-07-28\"]", "\"2026-07-28\""),
            discover("versions-empty", "[\"2026-07-28\"]", "[]"),
            discover("versions-of-numbers", "[\"2026-07-28\"]", "[2026]"),
            discover("versions-all-unknown", "2026-07-28", "2199-01-01"),
            respondingWith(
                            "version-refused-and-none-named",
                            CONNECT,
                            got -> got.errorMessage(-32022, "Unsupported protocol version"),
                            FAILS)
                    .onlyInEra(ProtocolEra.STATELESS),
            respondingWith(
                            "version-refused-and-the-same-named",
                            CONNECT,
                            got -> got.responseMessage(
                                    "\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":1}}"),
                            FAILS)
                    .onlyInEra(ProtocolEra.STATELESS),
            respondingWith(
                    "initialize-answered-with-an-error", CONNECT, got -> got.errorMessage(-32603, "Not today"), FAILS),
            respondingWith(
                    "initialize-answered-with-a-list",
                    CONNECT,
                    got -> got.cacheableResultMessage("\"tools\":[]"),
                    FAILS),
            runningScript("closes-at-the-first-question", CONNECT, (got, out) -> out.disconnect(), FAILS),
            runningScript(
                    "closes-after-the-first-answer",
                    CONNECT,
                    (got, out) -> {
                        out.respondCorrectly();
                        out.disconnect();
                    },
                    CONNECTION_FAILED,
                    SUCCEEDS),
            runningScript(
                    "never-answers-the-first-question",
                    CONNECT,
                    (got, out) -> out.sleep(30_000),
                    TIMEOUT,
                    CONNECTION_FAILED),
            runningScript(
                    "asks-for-input-in-the-handshake",
                    CONNECT,
                    (got, out) -> out.writeMessage(got.responseMessage(
                            "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}")),
                    FAILS),
            runningScript(
                            "chatter-before-the-handshake",
                            START,
                            (got, out) -> {
                                out.writeMessage("Starting server v1.2.3 ...");
                                out.writeMessage("Exception in thread \"main\" java.lang.IllegalStateException: {");
                                out.writeMessage("\tat com.example.Main.main(Main.java:1)");
                                out.writeMessage("");
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            runningScript(
                            "messages-before-the-handshake",
                            START,
                            (got, out) -> {
                                out.writeNotificationOrRequest(
                                        "notifications/message", ",\"params\":{\"level\":\"info\",\"data\":\"early\"}");
                                out.writeNotificationOrRequest("ping", ",\"id\":1");
                                out.writeMessage("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
                                out.writeNotificationOrRequest("notifications/tools/list_changed", "");
                            },
                            SUCCEEDS,
                            INVALID_RESPONSE)
                    .onlyStdio(),
            runningScript("ends-at-once", START, (got, out) -> out.disconnect(), CONNECTION_FAILED)
                    .onlyStdio());

    private HandshakeMisbehaviours() {}

    private static Misbehaviour initialize(String name, String good, String bad) {
        return modifyingResponse(name, CONNECT, response -> response.replace(good, bad), FAILS)
                .onlyInEra(ProtocolEra.LEGACY);
    }

    private static Misbehaviour discover(String name, String good, String bad) {
        return modifyingResponse(name, CONNECT, response -> response.replace(good, bad), FAILS)
                .onlyInEra(ProtocolEra.STATELESS);
    }
}
