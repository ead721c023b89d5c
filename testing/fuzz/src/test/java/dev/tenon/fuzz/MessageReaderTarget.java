package dev.tenon.fuzz;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReadResult;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.MessageWriter;
import dev.tenon.jsonrpc.Request;

/**
 * Fuzzes the message reader: any bytes are a message or one of the defined errors; a written message is read as the
 * same message.
 */
public final class MessageReaderTarget {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 100);

    /** So narrow that small inputs reach every limit. */
    private static final MessageReader LIMITED_READER = new MessageReader(new JsonLimits(400, 5, 60, 12, 14, 7), 3);

    private static final int COST = 400;

    private MessageReaderTarget() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        MessageReadResult unlimited =
                AllocationLimiter.runBounded(input.length, COST, () -> READER.read(input.clone()));
        LeakAssertions leaks = new LeakAssertions(input);
        check(unlimited, leaks);
        MessageReadResult limited =
                AllocationLimiter.runBounded(input.length, COST, () -> LIMITED_READER.read(input.clone()));
        check(limited, leaks);
        compare(unlimited, limited);
    }

    private static void check(MessageReadResult inbound, LeakAssertions leaks) {
        if (inbound instanceof MessageReadResult.ValidMessage valid) {
            byte[] written = MessageWriter.write(valid.message());
            FuzzAssertions.assertEqual(READER.read(written), valid, () -> "read again");
        } else if (inbound instanceof MessageReadResult.InvalidMessage invalid) {
            int code = invalid.error().code();
            FuzzAssertions.assertTrue(
                    code == ErrorCode.PARSE_ERROR || code == ErrorCode.INVALID_REQUEST,
                    () -> "an error of code " + code);
            FuzzAssertions.assertTrue(
                    code == ErrorCode.INVALID_REQUEST || invalid.id() == null, () -> "an id in what is not JSON");
            leaks.assertNone(invalid.error().message());
            FuzzAssertions.assertTrue(
                    READER.read(MessageWriter.write(invalid.toResponse())) instanceof MessageReadResult.ValidMessage,
                    () -> "invalid response");
        } else if (inbound instanceof MessageReadResult.MalformedResponse malformed) {
            leaks.assertNone(malformed.problem());
        } else if (inbound instanceof MessageReadResult.MessageBatch batch) {
            FuzzAssertions.assertTrue(
                    batch.messages().size() <= 100,
                    () -> "a batch of " + batch.messages().size());
            batch.messages().forEach(part -> check(part, leaks));
        }
    }

    /** Limits cause rejections and no other differences. */
    private static void compare(MessageReadResult unlimited, MessageReadResult limited) {
        if (limited instanceof MessageReadResult.ValidMessage) {
            FuzzAssertions.assertEqual(limited, unlimited, () -> "within narrow limits");
        }
        if (limited instanceof MessageReadResult.InvalidMessage invalid
                && invalid.id() != null
                && unlimited instanceof MessageReadResult.ValidMessage valid
                && valid.message() instanceof Request request) {
            FuzzAssertions.assertEqual(invalid.id(), request.id(), () -> "id of what was refused");
        }
    }
}
