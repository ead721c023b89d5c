package dev.tenon.cli.client;

import dev.tenon.cli.argument.NameHintFormatter;
import dev.tenon.cli.error.CommandFailedException;
import java.util.List;
import java.util.function.Function;

/** Finds the item with the name that the user gave. */
final class NameLookup {
    private NameLookup() {}

    /**
     * Returns the item with this name, or throws a usage error with a hint.
     *
     * @param kind the noun for the error message
     */
    static <T> T requireItem(String kind, String name, List<T> all, Function<T, String> nameOf) {
        return all.stream()
                .filter(one -> nameOf.apply(one).equals(name))
                .findFirst()
                .orElseThrow(() -> CommandFailedException.usageError("The server has no " + kind + " '" + name + "'. "
                        + NameHintFormatter.format(
                                name, all.stream().map(nameOf).toList())));
    }
}
