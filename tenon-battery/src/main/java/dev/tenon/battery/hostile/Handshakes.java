package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.answers;
import static dev.tenon.battery.hostile.Misbehaviour.changes;
import static dev.tenon.battery.hostile.Misbehaviour.plays;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.CONNECTION_FAILED;
import static dev.tenon.battery.hostile.Outcome.NOT_SUPPORTED;
import static dev.tenon.battery.hostile.Outcome.SERVER_ERROR;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Outcome.TIMEOUT;
import static dev.tenon.battery.hostile.Trigger.CONNECT;
import static dev.tenon.battery.hostile.Trigger.START;

import java.util.List;

/** Servers that are wrong from the beginning. */
final class Handshakes {
    private static final Outcome[] FAILS = {BAD_ANSWER, CONNECTION_FAILED, NOT_SUPPORTED, SERVER_ERROR};

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
            changes(
                    "capabilities-an-array",
                    CONNECT,
                    good -> good.replaceAll("\"capabilities\":\\{.*?\\{\\}\\}", "\"capabilities\":[]"),
                    FAILS),
            changes(
                    "instructions-a-number",
                    CONNECT,
                    good -> good.replace("\"capabilities\"", "\"instructions\":1,\"capabilities\""),
                    FAILS),
            changes(
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
            answers(
                            "version-refused-and-none-named",
                            CONNECT,
                            got -> got.error(-32022, "Unsupported protocol version"),
                            FAILS)
                    .in(Era.STATELESS),
            answers(
                            "version-refused-and-the-same-named",
                            CONNECT,
                            got -> got.envelope(
                                    "\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":1}}"),
                            FAILS)
                    .in(Era.STATELESS),
            answers("initialize-answered-with-an-error", CONNECT, got -> got.error(-32603, "Not today"), FAILS),
            answers("initialize-answered-with-a-list", CONNECT, got -> got.cacheable("\"tools\":[]"), FAILS),
            plays("closes-at-the-first-question", CONNECT, (got, out) -> out.cut(), FAILS),
            plays(
                    "closes-after-the-first-answer",
                    CONNECT,
                    (got, out) -> {
                        out.good();
                        out.cut();
                    },
                    CONNECTION_FAILED,
                    SUCCEEDS),
            plays(
                    "never-answers-the-first-question",
                    CONNECT,
                    (got, out) -> out.pause(30_000),
                    TIMEOUT,
                    CONNECTION_FAILED),
            plays(
                    "asks-for-input-in-the-handshake",
                    CONNECT,
                    (got, out) -> out.message(
                            got.envelope("\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}")),
                    FAILS),
            plays(
                            "chatter-before-the-handshake",
                            START,
                            (got, out) -> {
                                out.message("Starting server v1.2.3 ...");
                                out.message("Exception in thread \"main\" java.lang.IllegalStateException: {");
                                out.message("\tat com.example.Main.main(Main.java:1)");
                                out.message("");
                            },
                            SUCCEEDS)
                    .onlyStdio(),
            plays(
                            "messages-before-the-handshake",
                            START,
                            (got, out) -> {
                                out.send(
                                        "notifications/message", ",\"params\":{\"level\":\"info\",\"data\":\"early\"}");
                                out.send("ping", ",\"id\":1");
                                out.message("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
                                out.send("notifications/tools/list_changed", "");
                            },
                            SUCCEEDS,
                            BAD_ANSWER)
                    .onlyStdio(),
            plays("ends-at-once", START, (got, out) -> out.cut(), CONNECTION_FAILED)
                    .onlyStdio());

    private Handshakes() {}

    private static Misbehaviour initialize(String name, String good, String bad) {
        return changes(name, CONNECT, answer -> answer.replace(good, bad), FAILS)
                .in(Era.LEGACY);
    }

    private static Misbehaviour discover(String name, String good, String bad) {
        return changes(name, CONNECT, answer -> answer.replace(good, bad), FAILS)
                .in(Era.STATELESS);
    }
}
