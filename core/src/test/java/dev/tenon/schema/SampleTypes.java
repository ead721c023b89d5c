package dev.tenon.schema;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tenon.json.Json;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.schema.annotation.SizeRange;
import dev.tenon.schema.annotation.StringFormat;
import dev.tenon.schema.annotation.StringPattern;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sample types of every kind that the generator supports, with values. */
final class SampleTypes {
    private SampleTypes() {}

    record Numbers(byte b, short s, int i, long l, float f, double d, BigInteger big, BigDecimal exact, Number any) {}

    record Boxes(Integer i, Long l, Double d, Boolean yes, Character c, Short s) {}

    record Texts(String s, char c, CharSequence cs, UUID id, URI uri, byte[] bytes) {}

    record Times(
            LocalDate day,
            LocalTime time,
            LocalDateTime local,
            OffsetDateTime offset,
            OffsetTime offsetTime,
            Instant instant,
            Duration duration,
            Period period,
            YearMonth month) {}

    record Maybe(
            Optional<String> text,
            OptionalInt i,
            OptionalLong l,
            OptionalDouble d,
            @Nullable String mark,
            Optional<List<Optional<String>>> deep) {}

    record CollectionTypes(
            List<String> list,
            Set<Integer> set,
            String[] array,
            int[] ints,
            Map<String, Double> map,
            Map<Cabin, List<@Nullable String>> byCabin,
            Map<Integer, String> byNumber,
            List<List<Boolean>> nested) {}

    enum Cabin {
        ECONOMY,
        @JsonProperty("first-class")
        FIRST
    }

    record Node(String name, List<Node> children, @Nullable Node next) {}

    record Page<T>(List<T> items, @Nullable String next) {}

    record Pages(Page<Item> items, Page<Cabin> cabins) {}

    record Item(String name, Address home, @Nullable Address work) {}

    record Address(String street) {}

    sealed interface Figure permits Circle, Square, Group {}

    record Circle(double radius) implements Figure {}

    record Square(double side) implements Figure {}

    record Group(List<Figure> figures) implements Figure {}

    record Drawing(Figure main, List<Circle> circles) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Cat.class, name = "cat"),
        @JsonSubTypes.Type(value = Dog.class, name = "dog")
    })
    interface Pet {}

    record Cat(boolean purrs) implements Pet {}

    record Dog(int barks) implements Pet {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    @JsonSubTypes({@JsonSubTypes.Type(value = Car.class, name = "car")})
    interface Vehicle {}

    record Car(int wheels) implements Vehicle {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Email.class), @JsonSubTypes.Type(Phone.class)})
    interface Contact {}

    record Email(String mail) implements Contact {}

    record Phone(String number, int country) implements Contact {}

    record Free(Json any, Object object, Optional<Json> maybe) {}

    record Id(@JsonValue String value) {
        @JsonCreator
        Id {}
    }

    record Wrapper(Id id, List<Id> ids) {}

    record Empty() {}

    record Renamed(
            @JsonProperty("first_name") String first,
            @JsonProperty(defaultValue = "7") int count) {}

    record Limited(
            @NumberRange(min = 1, max = 9) int seats,
            @SizeRange(min = 2, max = 5) String code,
            @StringPattern("^[a-z]+$") String word,
            @StringFormat("email") String mail,
            @SizeRange(max = 2) List<@Nullable String> few) {}

    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Always(@Nullable String a, Integer b, Optional<Cabin> c) {}

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Sparse(List<String> list, String text) {}

    static class Bean {
        private String name = "";
        private int size;
        private final List<String> tags = new ArrayList<>();

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String getLabel() {
            return name + size;
        }

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        public @Nullable String secret;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getSize() {
            return size;
        }

        public void setSize(int size) {
            this.size = size;
        }

        public List<String> getTags() {
            return tags;
        }

        static Bean of(String name) {
            Bean bean = new Bean();
            bean.setName(name);
            bean.setSize(3);
            bean.tags.add("a");
            return bean;
        }
    }

    /** Returns at least one value of each type. */
    static Stream<Object> values() {
        return Stream.concat(plain(), composed());
    }

    /** Returns values that omit members that input requires. */
    static Stream<Object> outputs() {
        return Stream.of(new Sparse(List.of(), ""), new Sparse(List.of("a"), ""), Bean.of("bean"));
    }

    private static Stream<Object> plain() {
        OffsetDateTime now = OffsetDateTime.of(2026, 11, 21, 14, 30, 0, 5, ZoneOffset.ofHours(-3));
        return Stream.of(
                new Numbers(
                        (byte) -128,
                        Short.MAX_VALUE,
                        Integer.MIN_VALUE,
                        Long.MAX_VALUE,
                        1.5f,
                        -1e300,
                        BigInteger.TEN.pow(40),
                        new BigDecimal("1E+5"),
                        3),
                new Boxes(1, 2L, 3.0, true, 'x', (short) 4),
                new Boxes(null, null, null, null, null, null),
                new Texts(
                        "ä\u0000\n\"😀",
                        'é',
                        "cs",
                        new UUID(1, 2),
                        URI.create("https://example.org/a?b#c"),
                        new byte[5]),
                new Texts("", '\uffff', "", new UUID(-1, -2), URI.create("urn:a:b"), new byte[0]),
                new Times(
                        LocalDate.of(2024, 2, 29),
                        LocalTime.of(10, 15),
                        LocalDateTime.of(2026, 1, 1, 0, 0),
                        now,
                        now.toOffsetTime(),
                        now.toInstant(),
                        Duration.ofMillis(-90_500),
                        Period.of(1, -2, 3),
                        YearMonth.of(2026, 3)),
                new Maybe(
                        Optional.empty(),
                        OptionalInt.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        null,
                        Optional.empty()),
                new Maybe(
                        Optional.of("a"),
                        OptionalInt.of(1),
                        OptionalLong.of(2),
                        OptionalDouble.of(3.5),
                        "b",
                        Optional.of(List.of(Optional.empty(), Optional.of("x")))),
                new Renamed("Ada", 3),
                new Limited(9, "abc", "word", "ada@example.org", Arrays.asList("a", null)),
                new Always(null, null, Optional.empty()),
                new Always("a", 1, Optional.of(Cabin.FIRST)),
                new Sparse(List.of("a"), "b"),
                new Empty());
    }

    private static Stream<Object> composed() {
        Map<Cabin, List<@Nullable String>> byCabin = new LinkedHashMap<>();
        byCabin.put(Cabin.FIRST, Arrays.asList("a", null));
        return Stream.of(
                new CollectionTypes(
                        List.of("a"),
                        new LinkedHashSet<>(List.of(1, 2)),
                        new String[] {"x"},
                        new int[] {1},
                        Map.of("a b", 1.0),
                        byCabin,
                        Map.of(-5, "five"),
                        List.of(List.of(true), List.of())),
                new Node("a", List.of(new Node("b", List.of(), null)), new Node("c", List.of(), null)),
                new Pages(
                        new Page<>(List.of(new Item("i", new Address("s"), null)), null),
                        new Page<>(List.of(Cabin.ECONOMY), "n")),
                new Drawing(new Group(List.of(new Circle(1), new Square(2))), List.of(new Circle(3))),
                new Circle(7),
                new Cat(true),
                new Dog(3),
                new Car(4),
                new Email("a"),
                new Phone("1", 2),
                new Wrapper(new Id("a"), List.of(new Id("b"))),
                new Free(Json.parse("{\"a\":[1.0,null]}"), "o", Optional.of(Json.of(1))));
    }
}
