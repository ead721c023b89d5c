package dev.tenon.cli.argument;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses arguments whose values are text, such as those of prompts. */
public final class UntypedArgumentParser {
    private UntypedArgumentParser() {}

    /** Parses words such as {@code name=Ada}; keeps their order. */
    public static Map<String, String> parse(List<String> words) {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String word : words) {
            int sign = word.indexOf('=');
            if (sign < 1) {
                throw usageError("'" + word + "' is not an argument. Write NAME=VALUE.");
            }
            if (arguments.put(word.substring(0, sign), word.substring(sign + 1)) != null) {
                throw usageError("The argument '" + word.substring(0, sign) + "' is given twice.");
            }
        }
        return arguments;
    }

    /**
     * Like {@link #parse(List)}, but accepts only these names.
     *
     * @param owner the owner of the arguments, for the start of a message: {@code The prompt 'greet'}
     */
    public static Map<String, String> parse(String owner, Collection<String> names, List<String> words) {
        Map<String, String> arguments = parse(words);
        for (String name : arguments.keySet()) {
            if (!names.contains(name)) {
                throw usageError(owner + " has no argument '" + name + "'. " + NameHintFormatter.format(name, names));
            }
        }
        return arguments;
    }
}
