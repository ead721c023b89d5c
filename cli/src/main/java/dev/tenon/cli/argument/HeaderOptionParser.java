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
 * Parses the values of {@code --header}: {@code NAME:VALUE}, {@code NAME:@FILE} for a value in a file, or {@code @FILE}
 * for a file with one header per line. In a value, <code>${VARIABLE}</code> stands for an environment variable. Literal
 * values are visible to all users of the machine in the process list.
 */
public final class HeaderOptionParser {
    /** The label of the option value in help texts. */
    public static final String LABEL = "NAME:VALUE";

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final String ADVICE =
            " Write NAME:VALUE; for secrets NAME:@FILE, or 'NAME:${VARIABLE}' in single quotes.";

    private final Map<String, String> environment;
    private final Map<String, String> headers = new LinkedHashMap<>();

    private HeaderOptionParser(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Parses the headers and returns them by name. Prints a warning to standard error for each literal value that is
     * likely to be a secret.
     *
     * @param environment the variables that values may refer to
     * @throws CommandFailedException if a header is invalid, a file cannot be read, or a variable is not set
     */
    public static Map<String, String> parse(List<String> argument, Map<String, String> environment) {
        HeaderOptionParser option = new HeaderOptionParser(environment);
        argument.forEach(option::addHeadersFromOption);
        return option.headers;
    }

    /** Adds the headers of one option value. Prints a warning if a literal value is likely to be a secret. */
    private void addHeadersFromOption(String argument) {
        if (argument.startsWith("@")) {
            readFile(argument.substring(1))
                    .lines()
                    .filter(line -> !line.isBlank())
                    .forEach(line -> {
                        int colon = requireColon(line, "A line of " + argument);
                        putStrippedHeader(line, colon, line.substring(colon + 1));
                    });
            return;
        }
        int colon = requireColon(argument, "--header " + argument);
        String value = argument.substring(colon + 1).strip();
        if (value.startsWith("@")) {
            putStrippedHeader(argument, colon, readFile(value.substring(1)));
            return;
        }
        String name = argument.substring(0, colon).strip();
        String replaced =
                VARIABLE.matcher(value).replaceAll(found -> Matcher.quoteReplacement(resolveVariable(found.group(1))));
        if (replaced.equals(value) && PlaintextSecretDetector.isLikelySecret(name, value)) {
            System.err.println("tenon: The secret of --header " + name
                    + " is visible to all users of this machine in the process list." + ADVICE);
        }
        putStrippedHeader(argument, colon, replaced);
    }

    private static int requireColon(String header, String where) {
        int colon = header.indexOf(':');
        if (colon < 1) {
            throw CommandFailedException.usageError(where + " is not a header." + ADVICE);
        }
        return colon;
    }

    private void putStrippedHeader(String header, int colon, String value) {
        headers.put(header.substring(0, colon).strip(), value.strip());
    }

    private static String readFile(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw CommandFailedException.usageError(
                    "Could not read the file of --header @" + file + ": " + e.getMessage());
        }
    }

    private String resolveVariable(String name) {
        String value = environment.get(name);
        if (value == null) {
            throw CommandFailedException.usageError("The environment variable " + name + " of --header is not set.");
        }
        return value;
    }
}
