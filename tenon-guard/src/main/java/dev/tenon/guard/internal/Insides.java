package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks for what a server is made of: stack frames, names of exceptions and classes, lines of source files. */
final class Insides {
    private static final int MOST = 20_000;

    /** Each of these has a bounded number of ways to match. */
    private static final Pattern SIGN = Pattern.compile(
            "\\bat [\\w$.<>/@-]{1,200} ?\\([^()\\n]{0,200}(?::\\d{1,9}|Native Method|Unknown Source)\\)"
                    + "|\\bat (?:async )?(?:file:|node:|/)[^\\s()]{1,200}:\\d"
                    + "|Traceback \\(most recent call last\\)"
                    + "|\\bFile \"[^\"\\n]{1,200}\", line \\d"
                    + "|\\bCaused by: |\\bException in thread |\\bgoroutine \\d|\\bpanic: "
                    + "|\\b(?:\\w{1,60}\\.){1,12}\\w{0,60}(?:Exception|Error)\\b"
                    + "|\\b(?:javax?|jdk|jakarta|kotlinx?|scala|reactor|com\\.fasterxml|tools\\.jackson|io\\.netty"
                    + "|io\\.modelcontextprotocol|org\\.apache|org\\.springframework|org\\.eclipse)(?:\\.\\w{1,60}){1,12}\\.\\p{Lu}");

    private Insides() {}

    /** Whether they show in a text, or might: of a very long one only the beginning is looked at. */
    static boolean show(String text) {
        return SIGN.matcher(text.length() > MOST ? text.substring(0, MOST) : text)
                .find();
    }

    /** Whether they show in what comes with an error. */
    static boolean show(@Nullable Json data) {
        return data != null
                && show(data.toString().replace("\\t", " ").replace("\\n", "\n").replace("\\\"", "\""));
    }
}
