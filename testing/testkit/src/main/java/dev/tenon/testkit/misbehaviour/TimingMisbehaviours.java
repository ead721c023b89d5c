package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofScript;
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
            ofScript("never-answers-a-call", CALL, (request, out) -> out.sleep(30_000), TIMEOUT),
            ofScript("never-answers-a-list", LIST, (request, out) -> out.sleep(30_000), TIMEOUT),
            ofScript("never-answers-a-read", READ, (request, out) -> out.sleep(30_000), TIMEOUT),
            ofScript("never-answers-a-prompt", PROMPT, (request, out) -> out.sleep(30_000), TIMEOUT),
            ofScript(
                    "answers-too-late",
                    CALL,
                    (request, out) -> {
                        out.sleep(3000);
                        out.respondCorrectly();
                    },
                    TIMEOUT),
            ofScript(
                    "a-byte-at-a-time",
                    CALL,
                    (request, out) -> {
                        String valid = String.valueOf(WellBehavedServer.respond(request));
                        for (int i = 0; i < 15; i++) {
                            out.writeText(valid.substring(i, i + 1));
                            out.sleep(200);
                        }
                        out.writeMessage(valid.substring(15));
                    },
                    TIMEOUT),
            ofScript(
                    "progress-without-end",
                    CALL,
                    (request, out) -> {
                        for (int i = 0; i < 100; i++) {
                            out.writeNotificationOrRequest(
                                    "notifications/progress",
                                    ",\"params\":{\"progressToken\":" + request.progressToken() + ",\"progress\":" + i
                                            + "}");
                            out.sleep(100);
                        }
                    },
                    TIMEOUT),
            ofScript("goes-away-without-an-answer", CALL, (request, out) -> out.disconnect(), CONNECTION_FAILED),
            ofScript(
                    "goes-away-in-the-middle-of-an-answer",
                    CALL,
                    (request, out) -> {
                        out.writeText(String.valueOf(WellBehavedServer.respond(request))
                                .substring(0, 30));
                        out.disconnect();
                    },
                    CONNECTION_FAILED));

    private TimingMisbehaviours() {}
}
