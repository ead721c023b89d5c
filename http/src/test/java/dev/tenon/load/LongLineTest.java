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

/** An oversized line costs no more memory than a line of the maximum size. */
@Timeout(120)
class LongLineTest {
    private static final int MIB = 1 << 20;
    private static final int LEFT = 16 * MIB;

    @Test
    void a_line_of_64_mib_costs_less_than_16() throws Exception {
        Process child = Child.launch("-Xmx64m");
        try (OutputStream toChild = child.getOutputStream();
                BufferedReader fromChild = child.inputReader(UTF_8)) {
            // Loads the classes before the measurement.
            ask(toChild, fromChild, Messages.call(Messages.MODERN, 1, "echo", "\"text\":\"hi\""));
            Json full = ask(toChild, fromChild, Messages.call(Messages.MODERN, 2, "ballast", "\"leave\":" + LEFT));
            assertThat(full.toString()).contains("full");
            for (int line = 0; line < 3; line++) {
                write64MiB(toChild);
                Json refused = Json.parse(fromChild.readLine());
                assertThat(refused.get("error").get("code")).hasToString("-32600");
                assertThat(refused.get("id")).isNull();
                Json response = ask(toChild, fromChild, Messages.call(Messages.MODERN, 3, "echo", "\"text\":\"hi\""));
                assertThat(response.get("result")).isNotNull();
            }
            toChild.close();
            assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isZero();
        } finally {
            child.destroyForcibly();
        }
    }

    private static void write64MiB(OutputStream toChild) throws Exception {
        byte[] piece = new byte[MIB];
        Arrays.fill(piece, (byte) 'x');
        toChild.write("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"".getBytes(UTF_8));
        for (int i = 0; i < 64; i++) {
            toChild.write(piece);
        }
        toChild.write("\"}\n".getBytes(UTF_8));
        toChild.flush();
    }

    private static Json ask(OutputStream toChild, BufferedReader fromChild, String message) throws Exception {
        toChild.write((message + "\n").getBytes(UTF_8));
        toChild.flush();
        return Json.parse(fromChild.readLine());
    }
}
