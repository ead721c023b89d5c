package dev.tenon.cli.client;

import dev.tenon.cli.argument.NameHintFormatter;
import dev.tenon.cli.error.CommandFailedException;
import java.util.List;
import java.util.function.Function;

/** Finds what the user named among what the server has. */
final class NameLookup {
    private NameLookup() {}

    /**
     * The one of that name.
     *
     * @param kind what it is called when there is none
     */
    static <T> T find(String kind, String name, List<T> all, Function<T, String> nameOf) {
        return all.stream()
                .filter(one -> nameOf.apply(one).equals(name))
                .findFirst()
                .orElseThrow(() -> CommandFailedException.usageError("The server has no " + kind + " '" + name + "'. "
                        + NameHintFormatter.format(
                                name, all.stream().map(nameOf).toList())));
    }
}
