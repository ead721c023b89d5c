package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server whose callers send only valid values never loads the validator library. */
class FastValidatorLoadingTest {
    /** Runs in its own process. */
    public static final class ValidationProgram {
        private ValidationProgram() {}

        public static void main(String[] arguments) {
            Schema echo = Schema.compile(Json.parse("""
                    {"type":"object","properties":{"text":{"type":"string","maxLength":100}},"required":["text"]}"""));
            Schema generated = SchemaGenerator.generateInputSchema(SampleTypes.Drawing.class);
            Json drawing = Json.of(
                    new SampleTypes.Drawing(new SampleTypes.Group(List.of(new SampleTypes.Circle(1))), List.of()));
            int issues = 0;
            for (String text : arguments) {
                issues += echo.validate(Json.parse(text)).size();
                issues += generated.validate(drawing).size();
            }
            System.out.println("issues: " + issues);
        }
    }

    private static String runProgram(String... arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                ValidationProgram.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void values_that_are_valid_do_not_load_the_validator() throws Exception {
        assertThat(runProgram("{\"text\":\"hello\"}", "{\"text\":\"\",\"more\":[{}]}"))
                .contains("issues: 0")
                .doesNotContain("com.networknt");
        assertThat(runProgram("{\"text\":\"hello\"}", "{\"text\":1}"))
                .contains("issues: 1")
                .contains("com.networknt");
    }
}
