package dev.tenon.cli.demo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Sample data for reading and completion. */
final class CityCatalog {
    record City(String name, String country, String knownFor) {}

    private static final List<City> ALL = List.of(
            new City("Antwerp", "Belgium", "diamonds"),
            new City("Ghent", "Belgium", "an altarpiece"),
            new City("Hamburg", "Germany", "its harbour"),
            new City("Heidelberg", "Germany", "a castle"),
            new City("Kyoto", "Japan", "its temples"),
            new City("Porto", "Portugal", "its bridges"));

    private CityCatalog() {}

    static Optional<City> findCity(String name) {
        return ALL.stream().filter(city -> city.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the names with this prefix, restricted to a country unless it is empty. */
    static List<String> completeNames(String beginning, String country) {
        Stream<City> cities =
                ALL.stream().filter(city -> country.isEmpty() || city.country().equalsIgnoreCase(country));
        return filterByPrefix(beginning, cities.map(City::name));
    }

    static List<String> completeCountries(String beginning) {
        return filterByPrefix(beginning, ALL.stream().map(City::country).distinct());
    }

    private static List<String> filterByPrefix(String beginning, Stream<String> words) {
        String small = beginning.toLowerCase(Locale.ROOT);
        return words.filter(word -> word.toLowerCase(Locale.ROOT).startsWith(small))
                .toList();
    }
}
