package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.runningScript;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.LIST;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.PROMPT;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.READ;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.CONNECTION_FAILED;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.TIMEOUT;

import java.util.List;

/** Servers that respond too late, too slowly or not at all, or that disconnect. */
final class TimingMisbehaviours {
    static final List<Misbehaviour> ALL = List.of(
            runningScript("never-answers-a-call", CALL, (got, out) -> out.sleep(30_000), TIMEOUT),
            runningScript("never-answers-a-list", LIST, (got, out) -> out.sleep(30_000), TIMEOUT),
            runningScript("never-answers-a-read", READ, (got, out) -> out.sleep(30_000), TIMEOUT),
            runningScript("never-answers-a-prompt", PROMPT, (got, out) -> out.sleep(30_000), TIMEOUT),
            runningScript(
                    "answers-too-late",
                    CALL,
                    (got, out) -> {
                        out.sleep(3000);
                        out.respondCorrectly();
                    },
                    TIMEOUT),
            runningScript(
                    "a-byte-at-a-time",
                    CALL,
                    (got, out) -> {
                        String good = String.valueOf(WellBehavedServer.respond(got));
                        for (int i = 0; i < 15; i++) {
                            out.writeText(good.substring(i, i + 1));
                            out.sleep(200);
                        }
                        out.writeMessage(good.substring(15));
                    },
                    TIMEOUT),
            runningScript(
                    "progress-without-end",
                    CALL,
                    (got, out) -> {
                        for (int i = 0; i < 100; i++) {
                            out.writeNotificationOrRequest(
                                    "notifications/progress",
                                    ",\"params\":{\"progressToken\":" + got.progressToken() + ",\"progress\":" + i
                                            + "}");
                            out.sleep(100);
                        }
                    },
                    TIMEOUT),
            runningScript("goes-away-without-an-answer", CALL, (got, out) -> out.disconnect(), CONNECTION_FAILED),
            runningScript(
                    "goes-away-in-the-middle-of-an-answer",
                    CALL,
                    (got, out) -> {
                        out.writeText(
                                String.valueOf(WellBehavedServer.respond(got)).substring(0, 30));
                        out.disconnect();
                    },
                    CONNECTION_FAILED));

    private TimingMisbehaviours() {}
}
