package dev.tenon.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that an oversized line needs no more memory than a line of the maximum size. */
@Timeout(120)
class OversizedLineTest {
    private static final int MIB = 1 << 20;
    private static final int FREE_HEAP_BYTES = 16 * MIB;

    @Test
    void a_line_of_64_mib_costs_less_than_16() throws Exception {
        Process serverProcess = StdioServerProcess.startProcess("-Xmx64m");
        try (OutputStream processInput = serverProcess.getOutputStream();
                BufferedReader processOutput = serverProcess.inputReader(UTF_8)) {
            // Loads the classes before the measurement.
            sendAndReceive(processInput, processOutput, Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"hi\""));
            Json full = sendAndReceive(
                    processInput,
                    processOutput,
                    Messages.call(Messages.MODERN, 2, "ballast", "\"leave\":" + FREE_HEAP_BYTES));
            assertThat(full.toString()).contains("full");
            for (int line = 0; line < 3; line++) {
                writeOversizedLine(processInput);
                Json refused = Json.parse(processOutput.readLine());
                assertThat(refused.get("error").get("code")).hasToString("-32600");
                assertThat(refused.get("id")).isNull();
                Json response = sendAndReceive(
                        processInput, processOutput, Messages.call(Messages.MODERN, 3, "echo", "\"text\":\"hi\""));
                assertThat(response.get("result")).isNotNull();
            }
            processInput.close();
            assertThat(serverProcess.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(serverProcess.exitValue()).isZero();
        } finally {
            serverProcess.destroyForcibly();
        }
    }

    private static void writeOversizedLine(OutputStream processInput) throws Exception {
        byte[] mebibyte = new byte[MIB];
        Arrays.fill(mebibyte, (byte) 'x');
        processInput.write("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"".getBytes(UTF_8));
        for (int i = 0; i < 64; i++) {
            processInput.write(mebibyte);
        }
        processInput.write("\"}\n".getBytes(UTF_8));
        processInput.flush();
    }

    private static Json sendAndReceive(OutputStream processInput, BufferedReader processOutput, String message)
            throws Exception {
        processInput.write((message + "\n").getBytes(UTF_8));
        processInput.flush();
        return Json.parse(processOutput.readLine());
    }
}
