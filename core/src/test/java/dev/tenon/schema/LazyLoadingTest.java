package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loading the validator library takes some 100 ms, so compiling a schema must not load it. */
class LazyLoadingTest {
    /** Runs in its own process. */
    public static final class CompilationProgram {
        private CompilationProgram() {}

        public static void main(String[] args) {
            Schema written =
                    Schema.compile(Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"^a$\"}}}"));
            Schema generated = SchemaGenerator.generateInputSchema(SampleTypes.Drawing.class);
            if (args.length > 0) {
                written.validate(Json.EMPTY_OBJECT);
            }
            System.out.println("registered " + generated.json().isObject());
        }
    }

    private static String runProgram(String... arguments) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                CompilationProgram.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void compiling_schemas_does_not_load_the_validator() throws Exception {
        assertThat(runProgram()).contains("registered true").doesNotContain("com.networknt");
        assertThat(runProgram("validate")).contains("registered true").contains("com.networknt");
    }
}
