package dev.tenon.fuzz;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.server.McpServer;
import java.util.Arrays;

/**
 * The kernel behind a small server, over a channel in memory: each line is a message. Every request is answered exactly
 * once, notifications never, nothing fails inside, and afterwards the connection still works.
 */
public final class ServerTarget {
    private static final MessageReader GATE = new MessageReader(JsonLimits.DEFAULT, 100);
    private static final McpServer SERVER = FuzzServer.start();
    private static final int MOST_LINES = 60;

    private ServerTarget() {}

    /** Found by the fuzzer: loads what is needed, which is not the first input's fault. */
    public static void fuzzerInitialize() throws InterruptedException {
        fuzzerTestOneInput(new byte[0]);
    }

    /** Found by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) throws InterruptedException {
        try (FuzzClient conversation = new FuzzClient(SERVER, input)) {
            int from = 0;
            for (int lines = 0; from <= input.length && lines < MOST_LINES; lines++) {
                int to = from;
                while (to < input.length && input[to] != '\n') {
                    to++;
                }
                byte[] line = Arrays.copyOfRange(input, from, to);
                conversation.send(line, GATE.read(line.clone()));
                from = to + 1;
            }
            conversation.finish();
        }
        ErrorLog.assertEmpty();
    }
}
