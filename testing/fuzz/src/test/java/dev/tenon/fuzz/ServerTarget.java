package dev.tenon.fuzz;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.server.McpServer;
import java.util.Arrays;

/**
 * Fuzzes a small server over an in-memory channel: each line of an input is a message. Every request must get exactly
 * one response, notifications none, no internal error may be logged, and the connection must still work afterwards.
 */
public final class ServerTarget {
    private static final MessageReader READER = new MessageReader(JsonLimits.DEFAULT, 100);
    private static final McpServer SERVER = FuzzServer.start();
    private static final int MAX_LINES = 60;

    private ServerTarget() {}

    /** Called by the fuzzer: loads classes, so that the first input does not pay for it. */
    public static void fuzzerInitialize() throws InterruptedException {
        fuzzerTestOneInput(new byte[0]);
    }

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) throws InterruptedException {
        try (FuzzClient client = new FuzzClient(SERVER, input)) {
            int from = 0;
            for (int lines = 0; from <= input.length && lines < MAX_LINES; lines++) {
                int to = from;
                while (to < input.length && input[to] != '\n') {
                    to++;
                }
                byte[] line = Arrays.copyOfRange(input, from, to);
                client.send(line, READER.read(line.clone()));
                from = to + 1;
            }
            client.finish();
        }
        ErrorLog.assertEmpty();
    }
}
