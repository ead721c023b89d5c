package dev.tenon.guard.internal.error;

import dev.tenon.json.Json;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Detects implementation details in error texts: stack frames, exception and class names, source lines. */
final class ImplementationDetailDetector {
    private static final int MAX_CHARS = 20_000;

    /** Every quantifier is bounded, so that matching cannot backtrack without limit. */
    private static final Pattern STACK_TRACE = Pattern.compile(
            "\\bat [\\w$.<>/@-]{1,200} ?\\([^()\\n]{0,200}(?::\\d{1,9}|Native Method|Unknown Source)\\)"
                    + "|\\bat (?:async )?(?:file:|node:|/)[^\\s()]{1,200}:\\d"
                    + "|Traceback \\(most recent call last\\)"
                    + "|\\bFile \"[^\"\\n]{1,200}\", line \\d"
                    + "|\\bCaused by: |\\bException in thread |\\bgoroutine \\d|\\bpanic: "
                    + "|\\b(?:\\w{1,60}\\.){1,12}\\w{0,60}(?:Exception|Error)\\b"
                    + "|\\b(?:javax?|jdk|jakarta|kotlinx?|scala|reactor|com\\.fasterxml|tools\\.jackson|io\\.netty"
                    + "|io\\.modelcontextprotocol|org\\.apache|org\\.springframework|org\\.eclipse)(?:\\.\\w{1,60}){1,12}\\.\\p{Lu}");

    private ImplementationDetailDetector() {}

    /** Returns whether a text contains such details. Checks only the first {@value #MAX_CHARS} characters. */
    static boolean detects(String text) {
        String start = text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text;
        return STACK_TRACE.matcher(start).find();
    }

    /** Returns whether the data of an error contain such details. */
    static boolean detects(@Nullable Json data) {
        String text = data == null ? "" : data.toString();
        return detects(text.replace("\\t", " ").replace("\\n", "\n").replace("\\\"", "\""));
    }
}
