package dev.tenon.fuzz;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.Inbound;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;

/** The gate: any bytes give a message, or an error from its table; a message is written and read as the same. */
public final class ReaderTarget {
    private static final MessageReader GATE = new MessageReader(JsonLimits.DEFAULT, 100);

    /** So narrow that small inputs meet every bound. */
    private static final MessageReader NARROW = new MessageReader(new JsonLimits(400, 5, 60, 12, 14, 7), 3);

    private static final int COST = 400;

    private ReaderTarget() {}

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        Inbound wide = Memory.bounded(input.length, COST, () -> GATE.read(input.clone()));
        Leaks leaks = new Leaks(input);
        check(wide, leaks);
        Inbound narrow = Memory.bounded(input.length, COST, () -> NARROW.read(input.clone()));
        check(narrow, leaks);
        compare(wide, narrow);
    }

    private static void check(Inbound inbound, Leaks leaks) {
        if (inbound instanceof Inbound.Accepted accepted) {
            byte[] written = MessageWriter.write(accepted.message());
            Check.same(GATE.read(written), accepted, () -> "read again");
        } else if (inbound instanceof Inbound.Refused refused) {
            int code = refused.error().code();
            Check.that(
                    code == ErrorCode.PARSE_ERROR || code == ErrorCode.INVALID_REQUEST,
                    () -> "an error of code " + code);
            Check.that(code == ErrorCode.INVALID_REQUEST || refused.id() == null, () -> "an id in what is not JSON");
            leaks.noneIn(refused.error().message());
            Check.that(
                    GATE.read(MessageWriter.write(refused.answer())) instanceof Inbound.Accepted, () -> "bad answer");
        } else if (inbound instanceof Inbound.BrokenResponse broken) {
            leaks.noneIn(broken.problem());
        } else if (inbound instanceof Inbound.Batch batch) {
            Check.that(
                    batch.parts().size() <= 100,
                    () -> "a batch of " + batch.parts().size());
            batch.parts().forEach(part -> check(part, leaks));
        }
    }

    /** Bounds refuse, and change nothing else. */
    private static void compare(Inbound wide, Inbound narrow) {
        if (narrow instanceof Inbound.Accepted) {
            Check.same(narrow, wide, () -> "within narrow bounds");
        }
        if (narrow instanceof Inbound.Refused refused
                && refused.id() != null
                && wide instanceof Inbound.Accepted accepted
                && accepted.message() instanceof Request request) {
            Check.same(refused.id(), request.id(), () -> "id of what was refused");
        }
    }
}
