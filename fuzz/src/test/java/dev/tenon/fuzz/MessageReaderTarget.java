package dev.tenon.fuzz;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.InboundMessage;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;

/** The gate: any bytes give a message, or an error from its table; a message is written and read as the same. */
public final class MessageReaderTarget {
    private static final MessageReader GATE = new MessageReader(JsonLimits.DEFAULT, 100);

    /** So narrow that small inputs meet every bound. */
    private static final MessageReader NARROW = new MessageReader(new JsonLimits(400, 5, 60, 12, 14, 7), 3);

    private static final int COST = 400;

    private MessageReaderTarget() {}

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        InboundMessage wide = AllocationLimiter.runBounded(input.length, COST, () -> GATE.read(input.clone()));
        LeakAssertions leaks = new LeakAssertions(input);
        check(wide, leaks);
        InboundMessage narrow = AllocationLimiter.runBounded(input.length, COST, () -> NARROW.read(input.clone()));
        check(narrow, leaks);
        compare(wide, narrow);
    }

    private static void check(InboundMessage inbound, LeakAssertions leaks) {
        if (inbound instanceof InboundMessage.ValidMessage accepted) {
            byte[] written = MessageWriter.write(accepted.message());
            FuzzAssertions.assertEqual(GATE.read(written), accepted, () -> "read again");
        } else if (inbound instanceof InboundMessage.InvalidMessage refused) {
            int code = refused.error().code();
            FuzzAssertions.assertTrue(
                    code == ErrorCode.PARSE_ERROR || code == ErrorCode.INVALID_REQUEST,
                    () -> "an error of code " + code);
            FuzzAssertions.assertTrue(
                    code == ErrorCode.INVALID_REQUEST || refused.id() == null, () -> "an id in what is not JSON");
            leaks.assertNone(refused.error().message());
            FuzzAssertions.assertTrue(
                    GATE.read(MessageWriter.write(refused.toResponse())) instanceof InboundMessage.ValidMessage,
                    () -> "bad answer");
        } else if (inbound instanceof InboundMessage.MalformedResponse broken) {
            leaks.assertNone(broken.problem());
        } else if (inbound instanceof InboundMessage.MessageBatch batch) {
            FuzzAssertions.assertTrue(
                    batch.parts().size() <= 100,
                    () -> "a batch of " + batch.parts().size());
            batch.parts().forEach(part -> check(part, leaks));
        }
    }

    /** Bounds refuse, and change nothing else. */
    private static void compare(InboundMessage wide, InboundMessage narrow) {
        if (narrow instanceof InboundMessage.ValidMessage) {
            FuzzAssertions.assertEqual(narrow, wide, () -> "within narrow bounds");
        }
        if (narrow instanceof InboundMessage.InvalidMessage refused
                && refused.id() != null
                && wide instanceof InboundMessage.ValidMessage accepted
                && accepted.message() instanceof Request request) {
            FuzzAssertions.assertEqual(refused.id(), request.id(), () -> "id of what was refused");
        }
    }
}
