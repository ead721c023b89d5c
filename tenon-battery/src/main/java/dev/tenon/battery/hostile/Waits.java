package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.plays;
import static dev.tenon.battery.hostile.Outcome.CONNECTION_FAILED;
import static dev.tenon.battery.hostile.Outcome.TIMEOUT;
import static dev.tenon.battery.hostile.Trigger.CALL;
import static dev.tenon.battery.hostile.Trigger.LIST;
import static dev.tenon.battery.hostile.Trigger.PROMPT;
import static dev.tenon.battery.hostile.Trigger.READ;

import java.util.List;

/** Servers that answer too late, too slowly or not at all, and those that go away. */
final class Waits {
    static final List<Misbehaviour> ALL = List.of(
            plays("never-answers-a-call", CALL, (got, out) -> out.pause(30_000), TIMEOUT),
            plays("never-answers-a-list", LIST, (got, out) -> out.pause(30_000), TIMEOUT),
            plays("never-answers-a-read", READ, (got, out) -> out.pause(30_000), TIMEOUT),
            plays("never-answers-a-prompt", PROMPT, (got, out) -> out.pause(30_000), TIMEOUT),
            plays(
                    "answers-too-late",
                    CALL,
                    (got, out) -> {
                        out.pause(3000);
                        out.good();
                    },
                    TIMEOUT),
            plays(
                    "a-byte-at-a-time",
                    CALL,
                    (got, out) -> {
                        String good = String.valueOf(GoodServer.answer(got));
                        for (int i = 0; i < 15; i++) {
                            out.text(good.substring(i, i + 1));
                            out.pause(200);
                        }
                        out.message(good.substring(15));
                    },
                    TIMEOUT),
            plays(
                    "progress-without-end",
                    CALL,
                    (got, out) -> {
                        for (int i = 0; i < 100; i++) {
                            out.send(
                                    "notifications/progress",
                                    ",\"params\":{\"progressToken\":" + got.progressToken() + ",\"progress\":" + i
                                            + "}");
                            out.pause(100);
                        }
                    },
                    TIMEOUT),
            plays("goes-away-without-an-answer", CALL, (got, out) -> out.cut(), CONNECTION_FAILED),
            plays(
                    "goes-away-in-the-middle-of-an-answer",
                    CALL,
                    (got, out) -> {
                        out.text(String.valueOf(GoodServer.answer(got)).substring(0, 30));
                        out.cut();
                    },
                    CONNECTION_FAILED));

    private Waits() {}
}
