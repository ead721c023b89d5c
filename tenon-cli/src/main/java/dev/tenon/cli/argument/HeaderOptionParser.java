package dev.tenon.cli.argument;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.PlaintextSecretDetector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the values of {@code --header}: {@code NAME:VALUE}, {@code NAME:@FILE} for a value in a file, {@code @FILE} for
 * a file with a header on each line. <code>${VARIABLE}</code> in a value is a variable of the environment. What is
 * written out is visible to every user of the machine in the list of processes.
 */
public final class HeaderOptionParser {
    /** How its values are called in help texts. */
    public static final String LABEL = "NAME:VALUE";

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final String HOW =
            " Write NAME:VALUE; with a secret NAME:@FILE, or 'NAME:${VARIABLE}' in single quotes.";

    private final Map<String, String> environment;
    private final Map<String, String> headers = new LinkedHashMap<>();

    private HeaderOptionParser(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The headers by name.
     *
     * @param environment the variables that values may name
     * @throws CommandFailedException when one is not a header, a file cannot be read, or a variable is not set
     */
    public static Map<String, String> parse(List<String> written, Map<String, String> environment) {
        HeaderOptionParser option = new HeaderOptionParser(environment);
        written.forEach(option::addHeader);
        return option.headers;
    }

    private void addHeader(String written) {
        if (written.startsWith("@")) {
            readFile(written.substring(1))
                    .lines()
                    .filter(line -> !line.isBlank())
                    .forEach(line -> {
                        int colon = requireColon(line, "A line of " + written);
                        putHeader(line, colon, line.substring(colon + 1));
                    });
            return;
        }
        int colon = requireColon(written, "--header " + written);
        String value = written.substring(colon + 1).strip();
        if (value.startsWith("@")) {
            putHeader(written, colon, readFile(value.substring(1)));
            return;
        }
        String name = written.substring(0, colon).strip();
        String replaced =
                VARIABLE.matcher(value).replaceAll(found -> Matcher.quoteReplacement(resolveVariable(found.group(1))));
        if (replaced.equals(value) && PlaintextSecretDetector.isLikelySecret(name, value)) {
            System.err.println("tenon: Every user of this machine can see the secret of --header " + name
                    + " in the list of processes." + HOW);
        }
        putHeader(written, colon, replaced);
    }

    private static int requireColon(String header, String where) {
        int colon = header.indexOf(':');
        if (colon < 1) {
            throw CommandFailedException.usageError(where + " is not a header." + HOW);
        }
        return colon;
    }

    private void putHeader(String header, int colon, String value) {
        headers.put(header.substring(0, colon).strip(), value.strip());
    }

    private static String readFile(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw CommandFailedException.usageError(
                    "The file of --header @" + file + " cannot be read: " + e.getMessage());
        }
    }

    private String resolveVariable(String name) {
        String value = environment.get(name);
        if (value == null) {
            throw CommandFailedException.usageError("The variable " + name + " of --header is not set.");
        }
        return value;
    }
}
